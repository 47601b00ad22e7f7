import type { Radar, RadarDefinition } from '../../../nodes/shared/api/types';
import type { Refused } from '../../../nodes/shared/values/basics/refusal';
import { rejectDoubtful } from '../../../nodes/CompanyRadarTrigger/publish/radarsToCreate';
import { editedError, rejectExisting } from '../../../nodes/CompanyRadarTrigger/publish/createMissing';

const radarOf = ({ domain }: RadarDefinition): Radar => ({ radar_id: `radar of ${domain}` }) as Radar;

const DIFFERS = [{ field: 'departments' }] as const;
const DOUBTS = [{ kind: 'doubtful', what: 'Is this one title?', todo: '' }];

type Definitions = RadarDefinition[];

it.each<[string, named: number, refuse: (definitions: Definitions) => unknown]>([
	['existing', 5, (all) => rejectExisting(new Map(all.map((each) => [each, radarOf(each)])), 50)],
	[
		'edited',
		5,
		(all) =>
			editedError(all.map((each) => ({ definition: each, radar: radarOf(each), differs: [...DIFFERS] }))),
	],
	[
		'doubtful',
		20,
		(all) => rejectDoubtful(all, all.map((definition) => ({ definition, doubts: DOUBTS })) as never),
	],
])('a refusal names the first %s radars, one per line, and counts the others', async (_, named, refuse) => {
	const linesOf = async (count: number) => {
		const definitions = Array.from({ length: count }, (__, at): RadarDefinition => ({
			radar_type: 'company_mentions',
			domain: `company-${at}.example.com`,
		}));
		const refusal = await Promise.resolve(definitions)
			.then(refuse)
			.catch((error: unknown) => error);
		const { message, description } = refusal as Refused;
		expect(message).toContain(String(count));
		return description.split('\n');
	};
	const [few, many] = [await linesOf(named), await linesOf(named + 3)];
	for (const lines of [few, many]) expect(lines.filter((line) => line.includes('.com'))).toHaveLength(named);
	expect(few.filter((line) => / more/.test(line))).toEqual([]);
	expect(many[named]).toBe('3 more.');
});
