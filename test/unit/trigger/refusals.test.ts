import type { Radar, RadarDefinition } from '../../../nodes/shared/api/types';
import type { Refused } from '../../../nodes/shared/values/basics/refusal';
import { rejectDoubtful } from '../../../nodes/CompanyRadarTrigger/publish/radarsToCreate';
import { editedError, rejectExisting } from '../../../nodes/CompanyRadarTrigger/publish/refusals';

const definitionsOf = (count: number): RadarDefinition[] =>
	Array.from({ length: count }, (_, at) => ({
		radar_type: 'company_mentions',
		domain: `company-${at}.example.com`,
	}));

const radarOf = ({ domain }: RadarDefinition): Radar => ({ radar_id: `radar of ${domain}` }) as Radar;

const refused = (run: () => void): Refused => {
	try {
		run();
	} catch (error) {
		return error as Refused;
	}
	throw new Error('Nothing was refused');
};

it.each<[string, number, (definitions: RadarDefinition[]) => Refused]>([
	[
		'existing',
		5,
		(definitions) =>
			refused(() => rejectExisting(new Map(definitions.map((each) => [each, radarOf(each)])), 50)),
	],
	[
		'edited',
		5,
		(definitions) =>
			editedError(
				definitions.map((definition) => ({
					definition,
					radar: radarOf(definition),
					differs: [{ field: 'departments' }],
				})),
			),
	],
	[
		'doubtful',
		20,
		(definitions) =>
			refused(() =>
				rejectDoubtful(
					definitions,
					definitions.map((definition) => ({
						definition,
						doubts: [{ kind: 'doubtful', what: 'Is this one title?', todo: '' }],
					})) as never,
				),
			),
	],
])('a refusal names the first %s radars, one per line, and counts the others', (_, named, refuse) => {
	const lines = (count: number) => {
		const { message, description } = refuse(definitionsOf(count));
		expect(message).toContain(String(count));
		return description.split('\n');
	};
	const few = lines(named);
	const many = lines(named + 3);
	expect(few.filter((line) => line.includes('.com'))).toHaveLength(named);
	expect(few.filter((line) => / more/.test(line))).toEqual([]);
	expect(many.filter((line) => line.includes('.com'))).toHaveLength(named);
	expect(many[named]).toBe('3 more.');
});
