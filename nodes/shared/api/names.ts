import { CREATE_TAG_FIELD, DEFINITION_FIELD, LIST_FIELD, LIST_KEY_FIELD } from './assumptions';
import { isObject } from '../values/basics/values';
import { BODY_FIELDS, RADAR_FIELDS } from './radarFields';
import { RADAR_TYPE_FACTS, RADAR_TYPES, type RadarType } from './radarTypes';

export const GROUP_NAMES = { company: 'Company', contact: 'Contact', industry: 'Industry' } as const;
export type Group = keyof typeof GROUP_NAMES;
export const GROUPS = Object.keys(GROUP_NAMES) as Group[];

export const isRadarType = (value: string): value is RadarType => RADAR_TYPES.some((type) => type === value);

/** The name of a radar type, also of one that isn't known. */
export const radarTypeName = (type: string): string =>
	isRadarType(type) ? RADAR_TYPE_FACTS[type].option.name : type;

/** The name with its group: "Contact: Job Changes". */
export const radarTypeWithGroup = (type: string): string =>
	isRadarType(type) ? `${GROUP_NAMES[type.split('_', 1)[0] as Group]}: ${radarTypeName(type)}` : type;

/** The name with its value, for those who write values: `New Hires (company_new_hires)`. */
export const radarTypeWithValue = (type: string): string => `${radarTypeName(type)} (${type})`;

/** The kinds of a test event. */
export const SAMPLE_NAMES = { radar_finding: 'Radar Finding', radar_failure: 'Radar Failed' } as const;
export type SampleType = keyof typeof SAMPLE_NAMES;
export const SAMPLE_TYPES = Object.keys(SAMPLE_NAMES) as SampleType[];

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
