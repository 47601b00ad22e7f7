import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

/** Names of the API in what a user of a form reads. In parentheses stand the values of choices. */
export const apiNamesIn = (text: string): string[] =>
	text.replace(/\([^)]*\)/g, '').match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];

/** A field of a form, in which a value can be entered. */
export interface Cell {
	/** E.g. "radar: create, Options > Webhook URL". */
	name: string;
	field: INodeProperties;
	/** The parameters of the node with this value in the field, and valid ones in what it needs. */
	with(value: unknown): IDataObject;
}

const UUID = '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01';
const WEBHOOK_URL = 'https://n8n.example.com/webhook/radar';

/** A valid value for each field with text, by its name. A new field needs one here, and is then tested like the others. */
const SAMPLES: Readonly<Record<string, unknown>> = {
	allOf: 'sales',
	exact: 'Chief of Staff',
	bulkId: UUID,
	bulkWebhookUrl: WEBHOOK_URL,
	countries: ['Germany'],
	createdSince: '2026-11-01T00:00:00Z',
	departments: ['Sales'],
	domain: 'w3.org',
	domains: 'w3.org',
	email: 'ada.lovelace@w3.org',
	expression: 'sales AND marketing',
	foundAfter: '2026-11-01T00:00:00Z',
	foundBefore: '2026-11-08T00:00:00Z',
	fullName: 'Ada Lovelace',
	ipAddress: '8.8.8.8',
	jobTitles: 'sales AND marketing',
	keyField: 'crm_id',
	keyword: 'industrial robots',
	knownUrls: WEBHOOK_URL,
	levels: ['director'],
	listName: 'Target accounts',
	maximumToDeactivate: '20%',
	month: '2026-11',
	name: 'crm_id',
	profileUrl: 'https://profiles.example.com/in/ada',
	radarId: UUID,
	radarIds: [UUID],
	radars: '[]',
	radarTypes: ['company_mentions'],
	seniorities: ['Director'],
	title: 'Head of Sales',
	titlesAnyOf: 'head of sales',
	titlesNoneOf: 'intern',
	updatesSince: '={{ $now.minus({ days: 1 }).toISO() }}',
	value: 'blue harbor',
	webhookUrl: WEBHOOK_URL,
};

/** A company radar has another page than a person, and a query parameter another name than a custom field. */
function sampleOf({ name, placeholder = '' }: INodeProperties, radarType?: unknown): unknown {
	if (name === 'profileUrl' && String(radarType).startsWith('company_'))
		return 'https://profiles.example.com/company/acme';
	return name === 'name' && placeholder.includes('cursor') ? 'cursor' : SAMPLES[name];
}

const TEXT_TYPES = ['string', 'dateTime', 'multiOptions', 'resourceLocator', 'json'];

/** JSON is checked as a whole: what is in it has keys instead of fields. */
const isFreeText = ({ type, name }: INodeProperties): boolean =>
	TEXT_TYPES.includes(type) && name !== 'radars';

type Put = (value: unknown) => IDataObject;

/** The cells of a form below a place in its parameters. */
function cellsIn(
	fields: INodeProperties[],
	path: string,
	put: (name: string, value: unknown) => IDataObject,
): Cell[] {
	return fields.flatMap((field): Cell[] => {
		const name = `${path}${field.displayName}`;
		const set: Put = (value) => put(field.name, value);
		if (field.type === 'collection') {
			return cellsIn(field.options as INodeProperties[], `${name} > `, (inner, value) =>
				set({ [inner]: value }),
			);
		}
		if (field.type === 'fixedCollection') {
			return (field.options as INodePropertyCollection[]).flatMap((group) =>
				cellsIn(group.values, `${name} > `, (inner, value) => {
					const row = Object.fromEntries(group.values.map((each) => [each.name, sampleOf(each)]));
					return set({ [group.name]: [{ ...row, [inner]: value }] });
				}),
			);
		}
		const isList = field.typeOptions?.multipleValues === true;
		return [{ name, field, with: (value) => set(isList ? [value] : value) }];
	});
}

interface Form {
	name: string;
	parameters: IDataObject;
}

/** The fields that a form shows. */
function shownFields(fields: INodeProperties[], parameters: IDataObject): INodeProperties[] {
	const node = { typeVersion: 1 };
	const values = NodeHelpers.getNodeParameters(
		fields,
		parameters as never,
		true,
		false,
		node,
		null,
	) as IDataObject;
	const isShown = (field: INodeProperties) =>
		NodeHelpers.displayParameter(values as never, field, node, null);
	const inner = (options: INodeProperties[]) => options.filter(isShown);
	return fields
		.filter(isShown)
		.map((field) =>
			field.type === 'collection' ? { ...field, options: inner(field.options as INodeProperties[]) } : field,
		);
}

const choicesOf = (fields: INodeProperties[], name: string): string[] => [
	...new Set(
		fields
			.filter((field) => field.name === name)
			.flatMap(({ options }) => (options as INodePropertyOptions[]).map(({ value }) => String(value))),
	),
];

/** Every way to fill in the fields that change what a form shows. */
function variants(fields: INodeProperties[], parameters: IDataObject, deciding: string[]): IDataObject[] {
	const [name, ...others] = deciding;
	if (name === undefined) return [parameters];
	const field = shownFields(fields, parameters).find((each) => each.name === name);
	if (!field) return variants(fields, parameters, others);
	return choicesOf([field], name).flatMap((value) =>
		variants(fields, { ...parameters, [name]: value }, others),
	);
}

const DECIDING = ['radarsFrom', 'radarType', 'filterBy'];

/** All forms of the action node, with valid values in what they need. */
function formsOf(fields: INodeProperties[]): Form[] {
	return choicesOf(fields, 'resource').flatMap((resource) => {
		const select = fields.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource),
		);
		return choicesOf(select ? [select] : [], 'operation').flatMap((operation) =>
			// Nothing waits for the results of a bulk request.
			variants(fields, { resource, operation, options: { wait: false } }, DECIDING).map((parameters) => {
				const needed = shownFields(fields, parameters)
					.filter(
						({ required, name }) =>
							(required === true || ['domain', 'email', 'profileUrl'].includes(name)) &&
							SAMPLES[name] !== undefined,
					)
					.map((field) => [field.name, sampleOf(field, parameters.radarType)]);
				const titles: IDataObject = parameters.filterBy === 'expression' ? { jobTitles: 'sales' } : {};
				if (parameters.filterBy === 'build') titles.titlesNoneOf = 'intern';
				return {
					name: `${resource}: ${operation}`,
					parameters: { ...parameters, ...titles, ...(Object.fromEntries(needed) as IDataObject) },
				};
			}),
		);
	});
}

/** The first form of each operation. */
export const operationForms = (fields: INodeProperties[]): Form[] => [
	...new Map(
		formsOf(fields)
			.reverse()
			.map((form) => [form.name, form]),
	).values(),
];

/** Every field of the action node that is of such a kind, once for each operation. */
function cellsWhere(fields: INodeProperties[], isWanted: (field: INodeProperties) => boolean): Cell[] {
	const cells = new Map<string, Cell>();
	for (const { name, parameters } of formsOf(fields)) {
		const put = (field: string, value: unknown) => ({ ...parameters, [field]: value }) as IDataObject;
		for (const cell of cellsIn(shownFields(fields, parameters), '', put)) {
			const place = `${name}, ${cell.name}`;
			if (isWanted(cell.field) && !cells.has(place)) cells.set(place, { ...cell, name: place });
		}
	}
	return [...cells.values()];
}

export const textCells = (fields: INodeProperties[]): Cell[] => cellsWhere(fields, isFreeText);

/** The last one is read only where something is doubtful. */
const NO_CHOICE = ['resource', 'operation', 'allowDoubtful'];

/** The fields with a choice, a number or a switch. */
export const choiceCells = (fields: INodeProperties[]): Cell[] =>
	cellsWhere(
		fields,
		({ type, name }) => ['options', 'number', 'boolean'].includes(type) && !NO_CHOICE.includes(name),
	);

export function validIn(cell: Cell): unknown {
	const sample = sampleOf(cell.field, cell.with('').radarType);
	if (sample === undefined) throw new Error(`Add a valid value for ${cell.field.name} to SAMPLES`);
	return sample;
}
