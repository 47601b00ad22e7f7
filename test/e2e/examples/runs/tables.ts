import { createRadar } from './findings';
import { only, some, type Run, type World } from './run';

const LIST = 'target-companies';

const radarsOf = ({ sandbox }: World, status: string) =>
	sandbox.control
		.radars()
		.filter(({ radar_status, custom_fields }) => radar_status === status && custom_fields?.list === LIST);

const WATCHED = 'Watched companies';

/** The domains of the radars that belong to the synced list. */
const watched = ({ sandbox }: World, status: string) =>
	sandbox.control
		.radars()
		.filter(
			({ radar_status, custom_fields }) => radar_status === status && custom_fields?.n8n_list === WATCHED,
		)
		.map(({ domain }) => domain);

const calls = ({ services }: World, method: string, address: string) =>
	services.requests.filter((request) => request.method === method && request.address.startsWith(address))
		.length;

/** In this order: later ones work on what earlier ones made. */
export const TABLE_RUNS: readonly Run[] = [
	{
		example: 'domains-to-radars',
		from: 'Set Up',
		after: async ({ tables }) => only((await tables.rows('Target companies')).length === 0, 'an empty table'),
	},
	{
		example: 'domains-to-radars',
		from: 'Start',
		before: async ({ tables }) =>
			await tables.insert('Target companies', [
				{ domain: 'https://www.cedar.example/about', crm_id: '1001' },
				{ domain: 'birch.example', crm_id: '1002' },
				{ domain: 'no domain', crm_id: '1003' },
			]),
		after: async (world) => {
			const rows = await world.tables.rows('Target companies');
			const ids = radarsOf(world, 'active').map(({ radar_id }) => radar_id);
			const written = rows.filter(({ radar_id }) => ids.includes(String(radar_id)));
			const remarks = rows.filter(({ remark }) => String(remark).startsWith("'Company Domain'"));
			return only(written.length === 2 && remarks.length === 1, '2 IDs and 1 remark in the table');
		},
	},
	{
		example: 'list-in-step',
		from: 'Set Up',
		after: async ({ tables }) => only((await tables.rows(WATCHED)).length === 0, 'an empty table'),
	},
	{
		example: 'list-in-step',
		from: 'Start',
		before: async (world) => {
			await world.tables.insert(WATCHED, [{ domain: 'dune.example' }, { domain: 'cedar.example' }]);
			await createRadar(world, {
				radar_type: 'company_new_hires',
				domain: 'gone.example',
				custom_fields: {
					n8n_list: WATCHED,
					n8n_list_key: '["company_new_hires","gone.example"]',
					n8n_definition: 'none',
				},
			});
		},
		after: (world) => only(watched(world, 'active').join() === 'gone.example', 'a plan, and no change'),
	},
	{
		example: 'list-in-step',
		from: 'Every Morning',
		// The radar of cedar.example is not part of the list.
		after: (world) =>
			only(
				watched(world, 'active').join() === 'dune.example' &&
					watched(world, 'inactive').join() === 'gone.example',
				'1 radar added, 1 deactivated',
			),
	},
	{
		example: 'findings-to-table',
		from: 'Set Up',
		after: async ({ tables }) => only((await tables.rows('Radar findings')).length === 0, 'an empty table'),
	},
	{
		example: 'findings-to-table',
		from: 'New Findings',
		before: (world) => {
			const [radar] = radarsOf(world, 'active');
			world.sandbox.control.pushFindings({ radar_id: radar?.radar_id, count: 4 });
		},
		after: async ({ tables }) =>
			only((await tables.rows('Radar findings')).length === 4, '4 rows in the table'),
	},
	{
		example: 'findings-to-crm',
		from: 'Set Up',
		after: async ({ tables }) =>
			only((await tables.rows('Radar dead letters')).length === 0, 'an empty table'),
	},
	{
		example: 'findings-to-crm',
		from: 'Findings',
		before: async (world) => {
			await createRadar(world, { radar_type: 'industry_funding_rounds' });
			world.sandbox.control.pushFindings({ radar_type: 'industry_funding_rounds' });
		},
		after: async (world) =>
			only(
				calls(world, 'PUT', 'crm.example.com/api/accounts/') === 4 &&
					(await world.tables.rows('Radar dead letters')).length === 1,
				'4 findings in the CRM, 1 dead letter',
			),
	},
	{
		example: 'findings-to-crm',
		from: 'Every Morning',
		after: async ({ tables }) =>
			some(
				(await tables.rows('Radar dead letters')).filter((row) => row.updatedAt !== row.createdAt).length,
				'dead letter, tried again and kept',
			),
	},
	{
		example: 'findings-to-chat',
		from: 'Findings',
		after: (world) => some(calls(world, 'POST', 'chat.example.com/hooks/sales'), 'message in the chat'),
	},
	{
		example: 'failures-and-low-balance',
		from: 'Failures',
		before: (world) => {
			const [radar] = radarsOf(world, 'active');
			world.sandbox.control.failRadar(String(radar?.radar_id), 'source_inaccessible');
		},
		after: (world) => some(calls(world, 'POST', 'chat.example.com/hooks/operations'), 'alarm'),
	},
	{
		example: 'failures-and-low-balance',
		from: 'Every Morning',
		before: ({ sandbox }) => {
			sandbox.control.balance(4);
		},
		after: (world) => only(calls(world, 'POST', 'chat.example.com/hooks/operations') === 1, 'a second alarm'),
	},
];
