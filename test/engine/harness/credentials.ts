import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	ICredentialsHelper,
	IHttpRequestOptions,
	INodeCredentialsDetails,
} from 'n8n-workflow';

import { CompanyRadarApi } from '../../../credentials/CompanyRadarApi.credentials';

/** What n8n's own CredentialsHelper does for a node, with credentials that live in memory. */
export class InMemoryCredentials implements ICredentialsHelper {
	private readonly types: Record<string, ICredentialType> = { companyRadarApi: new CompanyRadarApi() };

	constructor(private readonly data: Record<string, ICredentialDataDecryptedObject>) {}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.types[typeName] ?? {};
		if (typeof authenticate !== 'function') throw new Error(`No authenticate function for ${typeName}`);
		return await authenticate(credentials, options);
	}

	async getDecrypted(
		_additionalData: unknown,
		_details: INodeCredentialsDetails,
		typeName: string,
	): Promise<ICredentialDataDecryptedObject> {
		const data = this.data[typeName];
		if (!data) throw new Error(`No credential of type ${typeName} was given to the test`);
		return data;
	}

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	getCredentialsProperties(typeName: string) {
		return this.types[typeName]?.properties ?? [];
	}

	async getCredentials(): Promise<never> {
		throw new Error('The tests keep no encrypted credentials');
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}
}
