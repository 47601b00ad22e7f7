import type { IDataObject } from 'n8n-workflow';

import type { BenchHost, MeasuredNode } from './host';
import type { SeparateSandbox } from './separateSandbox';
import type { Work } from './work';

type Credentials = Awaited<ReturnType<BenchHost['credentialsFor']>>;

export const NO_OPERATION: MeasuredNode = { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };

export const companyRadar = ({ parameters }: Work, { companyRadarApi }: Credentials): MeasuredNode => ({
	type: 'n8n-nodes-company-radar.companyRadar',
	typeVersion: 1,
	parameters,
	credentials: { companyRadarApi },
});

/** n8n's own HTTP Request node on the same work. `batch` has its own names: `batchSize`, and `batchInterval` in ms. */
export const httpRequest = (
	{ path, body }: Work,
	{ httpHeaderAuth }: Credentials,
	{ baseUrl }: SeparateSandbox,
	batch?: IDataObject,
): MeasuredNode => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		method: 'POST',
		url: `${baseUrl}${path}`,
		authentication: 'genericCredentialType',
		genericAuthType: 'httpHeaderAuth',
		sendBody: true,
		bodyParameters: {
			parameters: Object.entries(body).map(([name, value]) => ({ name, value })),
		},
		options: batch ? { batching: { batch } } : {},
	},
	credentials: { httpHeaderAuth },
});
