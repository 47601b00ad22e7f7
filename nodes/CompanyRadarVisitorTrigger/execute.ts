import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { withNodeErrors } from '../shared/triggers/errors';
import { readParameters } from './visitor/parameters';
import { preview } from './preview';
import { visitIn, type Visit } from './visitor/visit';
import { lookUp, visitorOf } from './visitor/lookUp';
import { companyToReport, toOutput, type VisitingCompany } from './visitor/toOutput';

export type Output = VisitingCompany;

/** The company behind a visit, unless it was reported recently. */
async function companyOf(execution: IExecuteFunctions, visit: Visit): Promise<Output | undefined> {
	const settings = readParameters(execution);
	const visitor = await visitorOf(execution, settings, visit);
	const response = visitor && (await lookUp(visitor));
	const company = response && companyToReport(response, settings.excludedCompanies);
	if (!company) return undefined;
	const now = await visitor.client.readTime();
	const { memory } = visitor.state;
	if (!(await memory.reportOnce(visitor.store, company.domain, now, settings.cooldownHours)))
		return undefined;
	const output = toOutput(response, company, visit);
	return settings.includeIpAddress ? { ...output, ip: visitor.address } : output;
}

async function outputOf(execution: IExecuteFunctions): Promise<object | undefined> {
	if (execution.getMode() === 'manual') return preview(execution);
	const [item] = execution.getInputData();
	const visit = item && visitIn(item.json);
	return visit && (await companyOf(execution, visit));
}

/** n8n's execute(): looks up the visit that webhook() received. */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const output = await withNodeErrors(this.getNode(), async () => await outputOf(this));
	return [output ? [{ json: { ...output } }] : []];
}
