import { readFileSync } from 'node:fs';
import path from 'node:path';

import { andThen } from '../../../nodes/shared/values/basics/refusal';
import { CHECKS } from './checks';

/** A row of a CRM export, with a column of this name. */
const checkColumn = (column: string) =>
	CHECKS['radar, row']({ radar_type: 'company_mentions', domain: 'example.com', [column]: 'x' });

const FIELDS = {
	domain: CHECKS.domain,
	full_name: CHECKS.full_name,
	title: (value: string) =>
		andThen(CHECKS['title lists']({ anyOf: [value] }), () => CHECKS.job_titles(`"${value}"`)),
	keyword: CHECKS.keyword,
	email: CHECKS.email,
	country: CHECKS.countries,
	address: CHECKS.address,
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

	it.each(Object.entries(FIELDS))('pass without a doubt: %s', (field, check) => {
		const doubted = VALUES.filter(([name]) => name === field).flatMap(([, source, value]) => {
			const result = check(value);
			const reasons = result.ok ? result.doubts : result.problems;
			return reasons.length === 0 ? [] : [{ source, value, reasons }];
		});
		expect(doubted).toEqual([]);
	});
});
