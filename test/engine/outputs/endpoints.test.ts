import type { IDataObject } from 'n8n-workflow';

import { ENDPOINTS } from '../../../nodes/shared/api/endpoints';
import { tableIn, textOf } from '../../docs/markdown';
import { CREATE_EACH, CREATE_IN_BULK, REVEAL_EACH, SYNC_LIST } from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';
import { itemsOf } from '../support/stories';

const service = useSandbox({ balanceUsd: 1000 });

const LIST = { ...SYNC_LIST, syncMode: 'apply' };
const REVEAL = { ...REVEAL_EACH, ipAddress: '8.8.8.13', options: { monthlyBudget: 9 } };
const [ONE, OTHER] = [itemsOf('alder'), itemsOf('birch')];

/** Runs of an operation that together need all that it calls. */
const RUNS: Record<string, Array<[parameters: IDataObject, items: IDataObject[]]>> = {
	'Company: Reveal': [[REVEAL, [{}]]],
	'Radar: Create': [
		[CREATE_EACH, ONE],
		[CREATE_EACH, ONE],
		[{ ...CREATE_EACH, dryRun: true }, ONE],
	],
	'Radar: Sync List': [
		[LIST, ONE],
		[LIST, OTHER],
	],
	'Radar Update: Get Many': [[{ resource: 'update', operation: 'getMany', returnAll: true }, [{}]]],
	'Radars in Bulk: Create': [
		[CREATE_IN_BULK, ONE],
		[CREATE_IN_BULK, ONE],
	],
};

const TEMPLATES = Object.values(ENDPOINTS).map(({ method, path }) => `${method} ${path}`);

/** The endpoint of a request, with a place for its ID. */
const endpointOf = (request: string): string =>
	TEMPLATES.includes(request) ? request : request.replace(/[^/]+$/, '{id}');

const documented = new Map(
	tableIn(textOf('docs/contributing/development.md'), 'Operation', 'Endpoints').map(
		([name, endpoints = '']) => [name, endpoints.replace(/`|\w+_(?=id\})/g, '').split(', ')],
	),
);

test.each(Object.entries(RUNS))(
	'%s calls the endpoints that docs/contributing/development.md lists',
	async (name, runs) => {
		// A job change without a name, which only the radar has.
		const person = { radarType: 'contact_job_changes', domain: 'w3.org', fullName: 'Elena Costa' };
		await service.run({ resource: 'radar', operation: 'create', ...person });
		const role = { title: 'CFO', company_name: 'Fjord Bank', company_domain: 'fjord.example' };
		service.control.pushFindings({ content: { change_type: 'new_company_role', new_role: role } });
		service.control.clearLog();
		for (const [parameters, items] of runs) await service.run(parameters, items);
		const called = new Set(service.requests().map(endpointOf));
		expect([...called].sort()).toEqual([...(documented.get(name) ?? [])].sort());
	},
);
