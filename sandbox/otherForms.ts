import { domainToUnicode } from 'node:url';
import type { Json, Radar } from './types';

const collapsed = (text: string) => text.trim().replace(/\s+/g, ' ');

/** The record with values in another form than they were sent in. */
export function inOtherForm(record: Radar): Radar {
	const { custom_fields: fields, domain, webhook_url: url } = record;
	const texts = Object.entries(record).map(([name, value]) => [
		name,
		typeof value === 'string' ? collapsed(value) : value,
	]);
	return {
		...(Object.fromEntries(texts) as Radar),
		domain: domain === null ? null : domainToUnicode(domain),
		updates_since: null,
		...(url === undefined ? {} : { webhook_url: new URL(url).href }),
		custom_fields: Object.fromEntries(
			Object.entries(fields).map(([name, value]) => [name, collapsed(value)]),
		),
	};
}

/** Forms in which a careless service may repeat a key. */
const FORMS: Array<(key: string) => string> = [
	(key) => key,
	(key) => `x-api-key: ${key}; more`,
	(key) => JSON.stringify({ headers: { 'x-api-key': key } }),
];

const SAYS = ['message', 'reason', 'name', 'full_name', 'title'];

/** The JSON text with the key in every object and in everything that is only said, in all forms. */
export function withKeyEchoed(text: string, key: string): string {
	const echo = (value: unknown, name = ''): unknown => {
		if (Array.isArray(value)) return value.map((one) => echo(one));
		if (typeof value === 'string' && SAYS.includes(name))
			return `${value} ${FORMS.map((form) => form(key)).join(' ')}`;
		if (typeof value !== 'object' || value === null) return value;
		const members = Object.entries(value as Json).map(([member, inner]) => [member, echo(inner, member)]);
		const echoes = FORMS.map((form, index) => [`echo_${index}`, form(key)]);
		return Object.fromEntries([...members, ...echoes, [key, 'its name']]);
	};
	return JSON.stringify(echo(JSON.parse(text)));
}
