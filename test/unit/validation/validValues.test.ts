import { readFileSync } from 'node:fs';
import path from 'node:path';

import { checkDomain } from '../../../nodes/shared/values/rules/domain';
import { checkEmail } from '../../../nodes/shared/values/rules/email';
import { checkPublicIpAddress } from '../../../nodes/shared/values/rules/ipAddress';
import { checkJobTitles, compileJobTitles } from '../../../nodes/shared/values/rules/jobTitles/check';
import { checkRadarDefinition } from '../../../nodes/shared/values/rules/radarDefinition';
import {
	checkCountries,
	checkFullName,
	checkKeyword,
} from '../../../nodes/shared/values/rules/radarFieldChecks';
import type { ValidationResult } from '../../../nodes/shared/values/rules/result';

const context = {
	now: Date.UTC(2026, 10, 21, 12),
	timeZone: 'Europe/Berlin',
	serviceIsLoopback: false,
	isTableRow: true,
};

/** A row of a CRM export, with a column of this name. */
const checkColumn = (column: string) =>
	checkRadarDefinition({ radar_type: 'company_mentions', domain: 'example.com', [column]: 'x' }, context);

const CHECKS: Readonly<Record<string, (value: string) => ValidationResult<unknown>>> = {
	domain: (value) => checkDomain(value, context),
	full_name: checkFullName,
	title: (value) => {
		const listed = compileJobTitles({ anyOf: [value] });
		return listed.ok && listed.doubts.length === 0 ? checkJobTitles(`"${value}"`) : listed;
	},
	keyword: checkKeyword,
	email: (value) => checkEmail(value, context),
	country: (value) => checkCountries([value]),
	address: checkPublicIpAddress,
	column: checkColumn,
};

/** Values as people have them. Those of no source of our own were written by others; each is free to use. */
const VALUES = readFileSync(path.join(__dirname, 'validValues.tsv'), 'utf8')
	.trimEnd()
	.split('\n')
	.slice(1)
	.map((line) => line.split('\t') as [field: string, source: string, value: string]);

describe('valid values', () => {
	it('are at least 1,200, 700 of them from packages on npm, each once', () => {
		expect(VALUES.length).toBeGreaterThanOrEqual(1200);
		expect(VALUES.filter(([, source]) => source.startsWith('npm ')).length).toBeGreaterThanOrEqual(700);
		expect(new Set(VALUES.map(([field, , value]) => `${field} ${value}`)).size).toBe(VALUES.length);
	});

	it.each(Object.keys(CHECKS))('pass without a doubt: %s', (field) => {
		const doubted = VALUES.filter(([name]) => name === field).flatMap(([, source, value]) => {
			const result = CHECKS[field]?.(value);
			const reasons = result?.ok ? result.doubts : result?.problems;
			return reasons?.length === 0 ? [] : [{ source, value, reasons }];
		});
		expect(doubted).toEqual([]);
	});
});
