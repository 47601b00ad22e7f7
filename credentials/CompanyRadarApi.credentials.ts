import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
	Icon,
} from 'n8n-workflow';

import { checkBaseUrl, problemsInWords } from '../nodes/shared/client/http/baseUrl';

/** n8n's HTTP Request node can use the credential too, with these older option names for the URL and redirects. */
interface RequestOptions extends IHttpRequestOptions {
	uri?: string;
	followRedirect?: boolean;
	followAllRedirects?: boolean;
}

/** Provides all nodes with the service's address and the `x-api-key` header. */
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

	// A function instead of a generic rule, so that the key is only sent to the Base URL.
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
