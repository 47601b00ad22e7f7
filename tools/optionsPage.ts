import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { CompanyRadarApi } from '../credentials/CompanyRadarApi.credentials';
import { RESOURCES } from '../nodes/CompanyRadar/operations';
import { fields as triggerFields } from '../nodes/CompanyRadarTrigger/fields';
import { fields as visitorFields } from '../nodes/CompanyRadarVisitorTrigger/fields';
import { asShown } from './shownTexts';

/** The page about all fields and options, made of their descriptions. */

/** Countries are more. */
const MOST_CHOICES = 30;

/** Longer lists have pages of their own, or explain themselves. */
const MOST_EXPLAINED = 8;

interface Form {
	place: string;
	fields: INodeProperties[];
}

const isChoice = (option: object): option is INodePropertyOptions => 'value' in option;

/** Whether a person sees the field. */
const isShown = ({ type, displayOptions }: INodeProperties): boolean =>
	type !== 'notice' && type !== 'hidden' && !displayOptions?.show?.['@tool'];

const DOCS = /^https:\/\/github\.com\/[\w-]+\/[\w-]+\/blob\/main\/docs\//;

/** A description with its links, in Markdown. */
function withLinks(description: string): string {
	let text = asShown(description);
	for (const [, url = '', words = ''] of description.matchAll(/<a href="([^"]+)">([^<]+)<\/a>/g))
		text = text.replace(words, `[${words}](${url.replace(DOCS, '')})`);
	return text;
}

function textOf({ description = '', hint = '', options = [] }: INodeProperties): string {
	const choices = options.filter(isChoice);
	const isExplained = choices.length <= MOST_EXPLAINED && choices.some((choice) => choice.description);
	const listed = choices.map(({ name, description: more = '' }) => {
		const explained = isExplained ? asShown(more).replace(/\.$/, '') : '';
		return `**${name}**${explained ? `: ${explained}` : ''}`;
	});
	const list = listed.join(isExplained ? '. ' : ', ');
	return [withLinks(description), withLinks(hint), choices.length <= MOST_CHOICES ? list : '']
		.filter(Boolean)
		.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`))
		.join(' ')
		.replaceAll('|', '\\|');
}

/** What a new node has in the field. */
function defaultOf({ default: value, options = [] }: INodeProperties): string {
	if (typeof value === 'boolean') return value ? 'On' : 'Off';
	const names = [value].flat().flatMap((each) => {
		const choice = options.filter(isChoice).find((option) => option.value === each);
		return typeof each === 'string' || typeof each === 'number' ? String(choice?.name ?? each) : [];
	});
	return names.join(', ');
}

/** The fields that a form shows, with those in collections and rows. */
const fieldsIn = (fields: INodeProperties[]): INodeProperties[] =>
	fields.filter(isShown).flatMap((field) => {
		const nested = (field.options ?? []).flatMap((option) => {
			if ('values' in option) return option.values;
			return 'displayName' in option ? [option as INodeProperties] : [];
		});
		return [field, ...fieldsIn(nested)];
	});

/** The values with the places that have them. */
function byValue(entries: ReadonlyArray<readonly [place: string, value: string]>): Map<string, string[]> {
	const places = new Map<string, string[]>();
	for (const [place, value] of entries) {
		if (!places.get(value)?.includes(place)) places.set(value, [...(places.get(value) ?? []), place]);
	}
	return places;
}

/** One text, or several with the places of each. A text that another one begins with says nothing more. */
function merged(entries: ReadonlyArray<readonly [place: string, value: string]>): string {
	const texts = entries.map(([, value]) => value);
	const isPart = (value: string) => texts.some((text) => text !== value && text.startsWith(value));
	const values = byValue(entries.filter(([, value]) => !isPart(value)));
	const isSame = values.size <= 1 || [...values.values()].every(([place]) => place === '');
	return [...values]
		.map(([value, places]) => (isSame ? value : `_${places.join(', ')}:_ ${value}`))
		.join(' ');
}

/** One row for each label. */
function tableOfForms(forms: Form[]): string {
	const all = forms.flatMap(({ place, fields }) =>
		fieldsIn(fields).map((field) => ({ place, field, text: textOf(field) })),
	);
	const labels = [...new Set(all.filter(({ text }) => text).map(({ field }) => field.displayName))];
	const rows = labels
		.sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
		.map((label) => {
			const own = all.filter(({ field }) => field.displayName === label);
			const places = [...new Set(own.map(({ place }) => place))];
			return [
				label,
				merged(own.map(({ place, text }) => [place, text])),
				merged(own.map(({ place, field }) => [place, defaultOf(field)])),
				...(forms.length > 1
					? [places.length > forms.length / 2 ? 'Most operations' : places.join(', ')]
					: []),
			];
		});
	const head = ['Field', 'What it does', 'Default', ...(forms.length > 1 ? ['Operations'] : [])];
	return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const tableOfForm = (fields: INodeProperties[]): string => tableOfForms([{ place: '', fields }]);

const OPERATIONS = RESOURCES.flatMap(({ name, operations }) =>
	operations.map((operation) => ({ place: `${name}: ${operation.name}`, fields: operation.fields })),
);

/** Each field with what it does, in the order of the alphabet. */
export const optionsPage = (): string =>
	[
		'# Fields and options',
		'**Every field of the nodes, in alphabetical order. A field appears when the choices above it need it.** Others are under **Filters** and **Options**: until you add one, it has its default, or none.',
		'[Radar types](radar-types.md), [operations](operations.md), [output fields](output-fields.md)',
		`## Company Radar\n\n${tableOfForms(OPERATIONS)}`,
		`## Company Radar Trigger\n\n${tableOfForm(triggerFields)}`,
		`## Company Radar Visitor Trigger\n\n${tableOfForm(visitorFields)}`,
		`## Credential\n\n${tableOfForm(new CompanyRadarApi().properties)}`,
	].join('\n\n') + '\n';
