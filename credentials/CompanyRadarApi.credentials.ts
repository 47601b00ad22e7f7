import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
	Icon,
} from 'n8n-workflow';

import { checkBaseUrl } from '../nodes/shared/client/http/baseUrl';
import { problemsInWords } from '../nodes/shared/validation/result';

/** n8n's HTTP Request node can use the credential too: it names the address and the redirects in this older way. */
interface RequestOptions extends IHttpRequestOptions {
	uri?: string;
	followRedirect?: boolean;
	followAllRedirects?: boolean;
}

/** Supplies `x-api-key` and the address of the service to all nodes. */
export class CompanyRadarApi implements ICredentialType {
	name = 'companyRadarApi';

	displayName = 'Company Radar API';

	icon: Icon = { light: 'file:../icons/companyRadar.svg', dark: 'file:../icons/companyRadar.dark.svg' };

	documentationUrl = 'https://github.com/company-radar/n8n-nodes-company-radar?tab=readme-ov-file#connect';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'Your API key, from your account settings',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			description: 'The API address of your service, starting with https://. Your key is only sent there.',
			hint: "Find it next to your API key, or in the service's API documentation",
		},
		{
			displayName: 'Requests per Second',
			name: 'requestsPerSecond',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 10,
			description: 'Requests your plan allows per second. Keep 10 unless your plan allows more.',
		},
	];

	// A function, not a generic rule: the key must not leave for any other address than the one above.
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		options: RequestOptions,
	): Promise<RequestOptions> => {
		const base = checkBaseUrl(credentials.baseUrl);
		if (!base.ok) throw new Error(problemsInWords(base.problems));
		if (new URL(options.url ?? options.uri, options.baseURL).origin !== new URL(base.value).origin) {
			throw new Error('The API key can only be sent to the Base URL of the credential.');
		}
		return {
			...options,
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
			headers: { ...options.headers, 'x-api-key': String(credentials.apiKey).trim() },
		};
	};
}
