import type { INode } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox';
import type { CredentialInput, N8nRest } from '../../../tools/n8n-host/rest';
import { credentialInput } from '../stage';
import type { ServiceRequest } from './services/services';

/** The secret in every credential of the stand-ins. */
export const TOKEN = 'token-of-stand-in';

/** Whether it has its credential. */
export const isAuthorized = ({ authorization }: ServiceRequest): boolean =>
	authorization === `Bearer ${TOKEN}`;

/** What n8n has kept after a user signed in at the service. */
const signedIn = (more: object = {}) => ({
	clientId: 'client',
	clientSecret: 'secret',
	oauthTokenData: { access_token: TOKEN, token_type: 'Bearer', ...more },
});

const CREDENTIALS: Readonly<Record<string, CredentialInput['data']>> = {
	gmailOAuth2: signedIn(),
	googleSheetsOAuth2Api: signedIn(),
	httpBearerAuth: { token: TOKEN },
	httpHeaderAuth: { name: 'Authorization', value: `Bearer ${TOKEN}` },
	hubspotAppToken: { appToken: TOKEN },
	openAiApi: { apiKey: TOKEN },
	salesforceOAuth2Api: signedIn({ instance_url: 'https://example.my.salesforce.com' }),
	slackApi: { accessToken: TOKEN },
};

/** The credential that each node takes with the settings of the examples. */
const TYPES: Readonly<Record<string, string>> = {
	'n8n-nodes-base.gmail': 'gmailOAuth2',
	'n8n-nodes-base.googleSheets': 'googleSheetsOAuth2Api',
	'n8n-nodes-base.hubspot': 'hubspotAppToken',
	'n8n-nodes-base.salesforce': 'salesforceOAuth2Api',
	'n8n-nodes-base.slack': 'slackApi',
	'n8n-nodes-base.slackHitlTool': 'slackApi',
	'@n8n/n8n-nodes-langchain.mcpTrigger': 'httpBearerAuth',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
};

/** The ids of the credentials that a user chooses after the import, by their type. */
export type Chosen = Readonly<Record<string, string>>;

export async function createCredentials(rest: N8nRest, sandbox: Sandbox): Promise<Chosen> {
	const inputs = Object.entries(CREDENTIALS).map(([type, data]) => ({ name: type, type, data }));
	const created = [credentialInput(sandbox), ...inputs].map(
		async (input) => [input.type, (await rest.createCredential(input)).id] as const,
	);
	return Object.fromEntries(await Promise.all(created));
}

function typeFor({ type, parameters }: INode): string | undefined {
	if (type.startsWith('n8n-nodes-company-radar.')) return 'companyRadarApi';
	const { nodeCredentialType, genericAuthType } = parameters as Partial<Record<string, string>>;
	return TYPES[type] ?? nodeCredentialType ?? genericAuthType;
}

/** The node with its credential chosen, if it takes one. */
export function withCredential(node: INode, chosen: Chosen): INode {
	const type = typeFor(node);
	return type ? { ...node, credentials: { [type]: { id: chosen[type] ?? null, name: type } } } : node;
}
