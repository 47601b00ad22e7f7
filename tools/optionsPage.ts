import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { CompanyRadarApi } from '../credentials/CompanyRadarApi.credentials';
import { RESOURCES } from '../nodes/CompanyRadar/operations';
import { fields as triggerFields } from '../nodes/CompanyRadarTrigger/fields';
import { fields as visitorFields } from '../nodes/CompanyRadarVisitorTrigger/fields';
import { asShown } from './shownTexts';
import { tableOf } from './shared/markdownTable';

/** The page about all fields and options, made of their descriptions. */

/** Countries are more. */
const MOST_CHOICES = 30;

interface Row {
	label: string;
	text: string;
	places: string[];
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
	const isShort = choices.length > 0 && choices.length <= MOST_CHOICES;
	const listed = choices.map(({ name, description: more = '' }) => {
		const explained = asShown(more).replace(/\.$/, '');
		return `**${name}**${explained ? `: ${explained}` : ''}`;
	});
	return [withLinks(description), withLinks(hint), isShort ? `${listed.join('. ')}.` : '']
		.filter(Boolean)
		.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`))
		.join(' ')
		.replaceAll('|', '\\|');
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

/** Fields of one name and text are one row. */
function rowsOf(forms: ReadonlyArray<{ place: string; fields: INodeProperties[] }>): Row[] {
	const rows = new Map<string, Row>();
	for (const { place, fields } of forms) {
		for (const field of fieldsIn(fields)) {
			const row = { label: field.displayName, text: textOf(field), places: [] };
			const key = `${row.label}\n${row.text}`;
			const { places } = rows.get(key) ?? rows.set(key, row).get(key) ?? row;
			if (!places.includes(place)) places.push(place);
		}
	}
	return [...rows.values()]
		.filter(({ text }) => text !== '')
		.sort((a, b) => (a.label.toLowerCase() < b.label.toLowerCase() ? -1 : 1));
}

function actionTable(): string {
	const forms = RESOURCES.flatMap(({ name, operations }) =>
		operations.map((operation) => ({ place: `${name}: ${operation.name}`, fields: operation.fields })),
	);
	const rows = rowsOf(forms).map(({ label, text, places }) => [
		label,
		text,
		places.length > forms.length / 2 ? 'Most operations' : places.join(', '),
	]);
	return tableOf([['Field', 'What it does', 'Where'], ...rows]);
}

const tableOfForm = (fields: INodeProperties[]): string =>
	tableOf([
		['Field', 'What it does'],
		...rowsOf([{ place: '', fields }]).map(({ label, text }) => [label, text]),
	]);

/** Each field with what it does, in the order of the alphabet. */
export const optionsPage = (): string =>
	[
		'# Fields and options',
		'**Every field of the nodes, in alphabetical order. A field appears when the choices above it need it.** Others are under **Additional Fields**, **Filters** and **Options**.',
		'[Radar types](radar-types.md), [operations](operations.md), [output fields](output-fields.md)',
		`## Company Radar\n\n${actionTable()}`,
		`## Company Radar Trigger\n\n${tableOfForm(triggerFields)}`,
		`## Company Radar Visitor Trigger\n\n${tableOfForm(visitorFields)}`,
		`## Credential\n\n${tableOfForm(new CompanyRadarApi().properties)}`,
	].join('\n\n') + '\n';
