import type { IDataObject } from 'n8n-workflow';

import type { RevealResult } from '../../../shared/api/types';

type Company = RevealResult['data']['companies'][number];

/** The two countries mean different things, so each says whose it is. */
const flatCompany = (company: Company | undefined): IDataObject => ({
	domain: company?.domain ?? null,
	name: company?.name ?? null,
	profile_url: company?.profile_url ?? null,
	industry: company?.industry ?? null,
	employees_count: company?.employees_count ?? null,
	headquarters_country: company?.country ?? null,
});

const flatVisitor = ({ data }: RevealResult): IDataObject => ({
	ip: data.ip,
	visitor_city: data.ip_geo?.city ?? null,
	visitor_state: data.ip_geo?.state ?? null,
	visitor_country: data.ip_geo?.country ?? null,
});

interface OutputOptions {
	simplify: boolean;
	onePerCompany: boolean;
}

/** The items of an answer. With one per company, an address without a match gives none. */
export function toOutput(answer: RevealResult, { simplify, onePerCompany }: OutputOptions): IDataObject[] {
	const { companies } = answer.data;
	if (!simplify) {
		if (!onePerCompany) return [{ ...answer }];
		return companies.map((company) => ({ ...answer, data: { ...answer.data, companies: [company] } }));
	}
	const shown = onePerCompany ? companies : [companies[0]];
	return shown.map((company) => ({
		matches: companies.length,
		...flatCompany(company),
		...flatVisitor(answer),
	}));
}
