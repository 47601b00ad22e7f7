import {
	COUNTRIES_MAX,
	DEPARTMENTS,
	SENIORITIES,
	CREATE_TAG_FIELD,
	DEFINITION_FIELD,
	LIST_FIELD,
	LIST_KEY_FIELD,
} from './assumptions';
import COUNTRIES from './countries.json';
import { LIMITS } from './limits';
import { RADAR_TYPES, typesWith } from './radarTypes';
import { isObject } from '../values/basics/values';

/** What a value is, which decides how it's checked and entered. */
export type FieldKind =
	| 'domain'
	| 'email'
	| 'profileUrl'
	| 'personName'
	| 'keyword'
	| 'countries'
	| 'names'
	| 'titles'
	| 'date'
	| 'flag'
	| 'url'
	| 'customFields';

/** A field of a creation body: how it's named, checked and entered. The table of radar types says which type uses it. */
interface RadarField {
	/** As the form and messages name it. */
	label: string;
	kind: FieldKind;
	/** Of `names`: what one of them is. */
	one?: string;
	/** The values that the editor offers. */
	choices?: readonly string[];
	/** Narrows what a radar finds: if it goes missing, the radar finds more and costs more. */
	isFilter?: true;
	/** Every type takes it. */
	isCommon?: true;
	/** How the columns of a table that may hold it are called, by their letters. */
	columns?: RegExp;
	/** How the editor shows it; without one, only lists can have it. */
	form?: {
		description: string;
		/** After "e.g.". */
		example?: string;
		/** Under Options, where a node has them. */
		isAdditional?: true;
		/** The service sends updates there, so an AI model must not choose it, and a trigger knows it. */
		isDestination?: true;
	};
}

/** All fields of a creation body besides `radar_type` (docs/contributing/api.md, Create a radar), in the order in which they are sent. */
const FIELDS = {
	domain: {
		label: 'Company Domain',
		kind: 'domain',
		columns: /domain|site|homepage|^url$/,
		form: {
			description: "Website of the company or the contact's employer",
			example: 'example.com',
		},
	},
	email: {
		label: 'Email',
		kind: 'email',
		form: { description: 'Work email address', example: 'jane.doe@example.com' },
	},
	profile_url: {
		label: 'Profile URL',
		kind: 'profileUrl',
		// A URL may be the company's or a page on a network.
		columns: /^(?!.*(?:site|company|home)).*(?:profile|url)/,
		form: {
			description: 'Page on a professional network',
			example: 'https://profiles.example/in/jane-doe',
		},
	},
	full_name: {
		label: 'Full Name',
		kind: 'personName',
		form: { description: 'First and last name', example: 'Jane Doe' },
	},
	keyword: {
		label: 'Keyword',
		kind: 'keyword',
		columns: /keyword|topic|term|search/,
		form: {
			description: 'Word or phrase of at least 3 characters',
			example: 'industrial robots',
		},
	},
	countries: {
		label: 'Countries',
		kind: 'countries',
		choices: COUNTRIES,
		isFilter: true,
		form: { description: `Only these countries, up to ${COUNTRIES_MAX}, by full English name` },
	},
	departments: {
		label: 'Departments',
		kind: 'names',
		one: 'department',
		choices: DEPARTMENTS,
		isFilter: true,
		form: { description: 'Only people in these departments' },
	},
	seniorities: {
		label: 'Seniorities',
		kind: 'names',
		one: 'seniority',
		choices: SENIORITIES,
		isFilter: true,
		form: { description: 'Only people at these levels' },
	},
	job_titles: {
		label: 'Job Titles',
		kind: 'titles',
		isFilter: true,
		form: { description: 'Which job titles to find' },
	},
	updates_since: {
		label: 'Updates Since',
		kind: 'date',
		isCommon: true,
		form: {
			description: `Also find events since this date, up to ${LIMITS.updatesSinceYears} years back`,
			isAdditional: true,
		},
	},
	include_historical: { label: 'Include Historical', kind: 'flag' },
	webhook_url: {
		label: 'Webhook URL',
		kind: 'url',
		isCommon: true,
		form: {
			description: "Where to send updates. Can't be changed later. Leave empty to use polling.",
			example: 'https://n8n.example.com/webhook/...',
			isAdditional: true,
			isDestination: true,
		},
	},
	custom_fields: {
		label: 'Custom Fields',
		kind: 'customFields',
		isCommon: true,
		form: {
			description: 'Your own values for every update, such as a CRM ID',
			isAdditional: true,
		},
	},
} satisfies Record<string, RadarField>;

export type BodyField = keyof typeof FIELDS;

type ValueOf<Kind> = Kind extends 'names' | 'countries'
	? string[]
	: Kind extends 'flag'
		? boolean
		: Kind extends 'customFields'
			? Record<string, string>
			: string;

/** The values of a creation body. */
export type BodyFields = { [Name in BodyField]?: ValueOf<(typeof FIELDS)[Name]['kind']> };

export const RADAR_FIELDS: Readonly<Record<BodyField, RadarField>> = FIELDS;
export const BODY_FIELDS = Object.keys(FIELDS) as BodyField[];

const fieldsThat = (has: (field: RadarField) => unknown): BodyField[] =>
	BODY_FIELDS.filter((name) => has(RADAR_FIELDS[name]));

/** Fields that narrow what a radar finds. */
export const FILTERS = fieldsThat(({ isFilter }) => isFilter);
export const COMMON_FIELDS = fieldsThat(({ isCommon }) => isCommon);

const FILTERS_OF: ReadonlyMap<string, readonly BodyField[]> = new Map(
	RADAR_TYPES.map((type) => [type, FILTERS.filter((name) => typesWith(name).includes(type))]),
);

/** The filters that radars of a type can have. */
export const filtersOf = (type: string): readonly BodyField[] => FILTERS_OF.get(type) ?? [];

/** Fields where an expression without a value is a mistake. Identifiers aren't among them, since another one may be given. */
export const NEVER_EMPTY: readonly BodyField[] = [...FILTERS, 'updates_since', 'webhook_url'];

/** The parameter of a field: `full_name` is `fullName`. */
export const parameterOf = (field: string): string =>
	field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The fields of a creation body as the form and messages name them. */
export const FIELD_NAMES: Readonly<Record<string, string>> = {
	radar_type: 'Radar Type',
	...Object.fromEntries(BODY_FIELDS.map((name) => [name, RADAR_FIELDS[name].label])),
};

/** The form's labels for the lists of job titles, by their keys in a `job_titles` object. */
export const TITLE_LISTS = {
	anyOf: 'Any of These',
	noneOf: 'None of These',
	allOf: 'All of These',
	exact: 'Exact Titles',
} as const;

/** The name of a field, also of a nested one: `custom_fields.crm_id` is "Custom Fields, crm_id". */
export function fieldName(part: string): string {
	const [name = '', ...inner] = part.split('.');
	if (name === 'job_titles' && inner.length > 0) return TITLE_LISTS[inner.join() as keyof typeof TITLE_LISTS];
	return [FIELD_NAMES[name] ?? name, inner.join('.')].filter(Boolean).join(', ');
}

/** The same with the key, for those who write keys: "Company Domain (domain)". */
export function fieldNameWithKey(part: string): string {
	const [name = '', ...inner] = part.split('.');
	const own = FIELD_NAMES[name];
	return [own === undefined ? name : `${own} (${name})`, inner.join('.')].filter(Boolean).join(', ');
}

/** Custom fields that this package writes. They belong to one radar, so they must not be copied to another. */
export const PACKAGE_FIELDS: readonly string[] = [
	CREATE_TAG_FIELD,
	DEFINITION_FIELD,
	LIST_FIELD,
	LIST_KEY_FIELD,
];

/** The custom fields without this package's own. Anything but an object stays as it is. */
export const ownCustomFields = <Fields>(fields: Fields): Fields =>
	isObject(fields)
		? (Object.fromEntries(
				Object.entries(fields).filter(([name]) => !PACKAGE_FIELDS.includes(name)),
			) as Fields)
		: fields;
