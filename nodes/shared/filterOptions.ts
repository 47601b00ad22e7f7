import type { INodePropertyOptions } from 'n8n-workflow';

import { DEPARTMENTS, SENIORITIES } from './api/assumptions';
import { COUNTRIES } from './api/countries';

const sameNameAndValue = (values: readonly string[]): INodePropertyOptions[] =>
	values.map((value) => ({ name: value, value }));

export const COUNTRY_OPTIONS = sameNameAndValue(COUNTRIES);
export const DEPARTMENT_OPTIONS = sameNameAndValue(DEPARTMENTS);
export const SENIORITY_OPTIONS = sameNameAndValue([...SENIORITIES].sort());
