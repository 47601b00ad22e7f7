import type { Respond } from './services';

/** A CRM with one contact and one account, as the Salesforce node asks for them. */
export class Salesforce {
	/** The website of the account. */
	account = 'birch.example';
	/** What a query for contacts finds. */
	contacts: object[] = [];

	readonly respond: Respond = ({ method, address, query }) => {
		if (address.endsWith('/query')) return { records: this.records(query.get('q') ?? ''), done: true };
		if (method === 'GET') return { Id: '2101', FirstName: 'Priya', LastName: "O'Nair", AccountId: '001OLD' };
		return { id: address.endsWith('/contact') ? '2201' : '00T1', success: true, errors: [] };
	};

	private records(soql: string): object[] {
		if (soql.includes('FROM Contact')) return this.contacts;
		return soql.includes(`'https://${this.account}'`) ? [{ Id: '001NEW', Name: 'Birch' }] : [];
	}
}
