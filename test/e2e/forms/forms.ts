import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { RESOURCES } from '../../../nodes/CompanyRadar/operations';
import { buildProperties } from '../../../nodes/CompanyRadar/runner/description';
import { fields as triggerFields } from '../../../nodes/CompanyRadarTrigger/fields';
import { fields as visitorFields } from '../../../nodes/CompanyRadarVisitorTrigger/fields';

/** A node with the parameters that its form is opened with. */
export interface Form {
	name: string;
	type: string;
	parameters: INodeParameters;
}

const NODE = { typeVersion: 1 };

/** Ways to define a radar, each with a form of its own. */
const DEFINITIONS: INodeParameters[] = [
	{ radarType: 'company_new_hires', jobTitlesMode: 'build' },
	{ radarType: 'company_new_hires', jobTitlesMode: 'expression' },
	{ radarType: 'company_reviews' },
	{ radarType: 'contact_job_changes' },
	{ radarType: 'contact_social_posts' },
	{ radarType: 'industry_mentions' },
	{ radarType: 'industry_job_openings' },
	{ radarType: 'industry_funding_rounds' },
];

const SOURCES = ['fields', 'itemJson', 'list'].map((radarsFrom) => ({ radarsFrom }));

const VARIANTS: Record<string, INodeParameters[]> = {
	'radar:create': DEFINITIONS,
	'radar:syncList': [...SOURCES, { syncMode: 'apply' }],
	'bulkRequest:create': SOURCES,
	'webhook:sendTestEvent': [{ updateType: 'radar_failure' }],
};

const TRIGGER_VARIANTS: INodeParameters[] = [
	{ delivery: 'polling' },
	{ delivery: 'polling', startFrom: 'date', testWith: 'sample' },
	{ delivery: 'webhook' },
	{ delivery: 'webhook', testWith: 'realDelivery' },
	{ delivery: 'webhook', radars: 'create' },
	{ delivery: 'webhook', radars: 'create', defineRadars: 'json' },
	{ delivery: 'webhookWithCatchUp', radars: 'create', events: ['contact_job_changes'] },
	{ events: ['company_new_hires'] },
	{ events: ['bulk_completed'] },
	{ events: ['radar_finding', 'radar_created'] },
];

/** What a user may enter: the example that the field gives, else the first choices. */
function example(field: INodeProperties): INodeParameters[string] {
	const [first, second] = (field.options ?? []).map((option) => ('value' in option ? option.value : ''));
	switch (field.type) {
		case 'string':
			return field.typeOptions?.multipleValues
				? [field.placeholder?.replace('e.g. ', '') ?? '']
				: (field.placeholder?.replace('e.g. ', '').replace(/^\{\{/, '={{') ?? 'text');
		case 'multiOptions':
			if ((field.default as string[]).length > 0) return field.default as string[];
			// The service gives the other lists.
			return first === undefined ? [] : [String(first), String(second)];
		case 'boolean':
			return true;
		case 'dateTime':
			return '2026-11-01T00:00:00';
		case 'resourceLocator':
			return { __rl: true, mode: 'id', value: '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01' };
		default:
			return field.default as INodeParameters[string];
	}
}

/** Fills in every field that the editor shows for these values. */
function filled(fields: INodeProperties[], values: INodeParameters, root = values): INodeParameters {
	const given = { ...values };
	for (const field of fields) {
		const shown = { ...root, ...given };
		if (field.name in values || !NodeHelpers.displayParameter(shown, field, NODE, null, root)) continue;
		const options = (field.options ?? []) as INodeProperties[];
		if (field.type === 'collection') given[field.name] = filled(options, {}, root);
		else if (field.type === 'fixedCollection' && field.name !== 'pollTimes') {
			const [row] = field.options ?? [];
			if (row && 'values' in row) given[field.name] = { [row.name]: [filled(row.values, {}, root)] };
		} else if (!['notice', 'hidden', 'resourceMapper'].includes(field.type)) {
			given[field.name] = field.type === 'options' ? (field.default as string) : example(field);
		}
	}
	return given;
}

function formsOf(name: string, type: string, fields: INodeProperties[], variants: INodeParameters[]): Form[] {
	return variants.flatMap((variant, index) => {
		const label = `${name}-${index + 1}`;
		const defaults = NodeHelpers.getNodeParameters(fields, variant, true, false, NODE, null) ?? {};
		// The defaults of lists decide which other fields are shown.
		const chosen = fields.filter(({ name: field, type: kind }) => kind === 'options' && field in defaults);
		const lists = Object.fromEntries(
			chosen.map(({ name: field }) => [field, defaults[field] ?? null]),
		) as INodeParameters;
		return [
			{ name: `${label}-empty`, type, parameters: variant },
			{ name: `${label}-filled`, type, parameters: filled(fields, { ...lists, ...variant }) },
		];
	});
}

/** Every form of the three nodes, empty and filled in. */
export const FORMS: Form[] = [
	...RESOURCES.flatMap((resource) =>
		resource.operations.flatMap((operation) => {
			const fixed = { resource: resource.value, operation: operation.value };
			const variants = (VARIANTS[`${resource.value}:${operation.value}`] ?? [{}]).map((variant) => ({
				...fixed,
				...variant,
			}));
			return formsOf(
				`${resource.value}-${operation.value}`,
				'n8n-nodes-company-radar.companyRadar',
				buildProperties(RESOURCES, 'radar'),
				variants,
			);
		}),
	),
	...formsOf('trigger', 'n8n-nodes-company-radar.companyRadarTrigger', triggerFields, TRIGGER_VARIANTS),
	...formsOf('visitor', 'n8n-nodes-company-radar.companyRadarVisitorTrigger', visitorFields, [{}]),
];
