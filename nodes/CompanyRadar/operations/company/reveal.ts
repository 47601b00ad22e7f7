import { toMicros } from '../../../shared/values/basics/values';
import { counted, domainInWords } from '../../../shared/values/basics/inWords';
import { checkUsd } from '../../../shared/values/rules/primitives';
import { checkPublicIpAddress } from '../../../shared/values/rules/ipAddress';
import { mapItems, type CallResult, type ValidItem, defineOperation } from '../../../shared/run/operation';
import type { RunContext } from '../../../shared/run/runContext';
import type { Limits } from '../../../shared/money/spendingLimits';
import { Purchases } from '../../../shared/money/purchases';
import {
	includeInputOption,
	minimumBalanceOption,
	optionsField,
	allowDoubtfulOption,
	monthlyBudgetOption,
	notice,
	simplifyField,
} from '../../../shared/form/fieldOptions';
import type { RevealResult } from '../../../shared/api/types';
import { companyRow, type Company, type CompanyRow } from '../../../shared/updates/companyRow';
import { Refused, refusalIn } from '../../../shared/values/basics/refusal';

export type Output = SimplifiedReveal;
export type RawOutput = RevealResult;

type Settings = OutputOptions & Limits;

/** The stored part of a lookup. Its whole response may be many times larger. */
interface Lookup {
	/** The run that paid for it. */
	runIndex: string;
	output: CallResult;
	chargedMicros: number;
	balanceUsd: number;
}

const withoutCharge = (output: CallResult): CallResult =>
	Array.isArray(output) ? output.map((row) => ({ ...row, charged_usd: 0 })) : { ...output, charged_usd: 0 };

/** Looks up the addresses of one run within the limits, each once in the execution. */
class Lookups {
	private readonly purchases: Purchases;

	/** The keys of lookups paid for by this run or its first try, so that the summary counts each once. */
	private readonly reported = new Set<string>();

	constructor(
		private readonly settings: Settings,
		private readonly context: RunContext,
	) {
		this.purchases = new Purchases(settings, context.client, context.paid.ledger);
	}

	isKnown({ input }: ValidItem<{ ip: string }>): boolean {
		return this.context.paid.knows(this.keyOf(input.ip));
	}

	/** @throws Refused, which skips the item if a limit would be exceeded */
	async lookUp(ip: string): Promise<Lookup> {
		const { paid, summary } = this.context;
		const key = this.keyOf(ip);
		const lookup = await paid.once(key, async () => await this.pay(ip), { forExecution: true });
		if (lookup.runIndex === paid.runIndex && !this.reported.has(key)) {
			this.reported.add(key);
			summary.lookedUp(lookup);
			return lookup;
		}
		summary.count('reused');
		return this.settings.simplify ? { ...lookup, output: withoutCharge(lookup.output) } : lookup;
	}

	private async pay(ip: string): Promise<Lookup> {
		const { client, paid } = this.context;
		const call = async (mayRepeat: () => Promise<boolean>) =>
			await client.call('reveal', { body: { ip }, mayRepeat });
		const response = await this.purchases.lookUp(call).catch((error: unknown) => {
			const refusal = refusalIn(error);
			throw refusal.limit ? new Refused({ ...refusal, details: { skipped: true, ip } }) : error;
		});
		const { total_usd: chargedUsd, balance_remaining_usd: balanceUsd } = response.usage;
		return {
			runIndex: paid.runIndex,
			output: revealRows(response, this.settings),
			chargedMicros: toMicros(chargedUsd),
			balanceUsd,
		};
	}

	/** With the output settings, because they may have changed before the user presses Retry. */
	private keyOf(ip: string): string {
		const { simplify, onePerCompany } = this.settings;
		return JSON.stringify([ip, simplify, onePerCompany]);
	}
}

/** Calls the API operations `revealCompany`, and `getAccount` for limits of the account. */
export const reveal = defineOperation({
	name: 'Reveal',
	value: 'reveal',
	action: 'Reveal companies by IP address (charged)',
	description:
		'Find the companies behind a public IP address, such as a website visitor. Each match is charged; an address without a match is free.',
	outputHint:
		'summary, name, domain, link, industry, employees_count, headquarters_country, profile_url, visitor_city, visitor_country, ip, matches, skipped, reason',
	fields: [
		notice('costNotice', 'Each match is charged. <b>Spending Limit</b> is under Options.'),
		{
			displayName: 'IP Address',
			name: 'ipAddress',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 203.0.113.7',
			description: 'Public IPv4 or IPv6 address, without a port',
		},
		// No expression, because paid results are stored in one form for the whole execution.
		{ ...simplifyField, noDataExpression: true },
		{
			displayName: 'One Item per Company',
			name: 'onePerCompany',
			type: 'boolean',
			noDataExpression: true,
			default: false,
			description:
				'Whether to return one item per company instead of one per address. Addresses without a match then return no item.',
		},
		optionsField(
			allowDoubtfulOption,
			includeInputOption,
			minimumBalanceOption('Skip the remaining items before your balance falls below this amount'),
			monthlyBudgetOption('Skip the remaining items'),
			{
				displayName: 'Spending Limit (USD)',
				name: 'spendingLimit',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 1,
				description:
					"Skip the remaining items before this execution spends more than this amount. AI agents need a limit, in n8n's Agents and MCP also Monthly Budget.",
			},
		),
	],
	readSettings: (read) => ({
		spendingLimit: read.limit('options.spendingLimit', checkUsd),
		minimumBalance: read.optional('options.minimumBalance', checkUsd),
		monthlyBudget: read.budget(),
		simplify: read.flag('simplify'),
		onePerCompany: read.flag('onePerCompany'),
	}),
	readInput: (read) => ({ ip: read.value('ipAddress', checkPublicIpAddress) }),
	run: async (items, context, settings) => {
		const lookups = new Lookups(settings, context);
		const severalMatched = new Set<string>();
		const results = await mapItems(
			items,
			context,
			async ({ ip }) => {
				const { output } = await lookups.lookUp(ip);
				if (!Array.isArray(output) && Number(output.matches) > 1) severalMatched.add(ip);
				return output;
			},
			(entry) => lookups.isKnown(entry),
		);
		if (severalMatched.size > 0) {
			context.summary.note(
				`${counted(severalMatched.size, 'address', 'addresses')} matched several companies. You get the first one that the service lists; turn on One Item per Company to get all.`,
			);
		}
		return results;
	},
});

/** A reveal with Simplify on. The names of the two countries say which is the company's and which the visitor's. */
export interface SimplifiedReveal extends CompanyRow {
	/** The company, how many are possible, and the visitor's place. */
	summary: string;
	ip: string;
	/** How many companies the service lists for the address. */
	matches: number;
	/** What the lookup was charged: in its first row, and 0 in rows that reuse it. */
	charged_usd: number;
	/** Of an item without a result, because of a limit or the balance. */
	skipped?: boolean;
	/** Why the item was skipped. */
	reason?: string;
}

/** Numbers the company among several, because the service doesn't say which is the likeliest. */
function visitorInWords(
	{ companies, ip_geo: place }: RevealResult['data'],
	company: Company | undefined,
): string {
	const visitor = [place?.city, place?.state, place?.country].filter(Boolean).join(', ');
	const domain = company?.domain && domainInWords(company.domain);
	const name = company?.name ? `${company.name} (${domain})` : domain;
	const number = company ? companies.indexOf(company) + 1 : 0;
	const choice = `, ${number} of ${companies.length} possible companies`;
	// Joined, since a template keeps all its parts in memory.
	return [
		name ?? 'No company found',
		companies.length > 1 ? choice : '',
		visitor ? `. Visitor in ${visitor}.` : '.',
	].join('');
}

function companyReveal({ data, usage }: RevealResult, company: Company | undefined): SimplifiedReveal {
	const isFirst = company === data.companies[0];
	return {
		summary: visitorInWords(data, company),
		ip: data.ip,
		matches: data.companies.length,
		charged_usd: isFirst ? usage.total_usd : 0,
		...companyRow(data, company),
	};
}

export interface OutputOptions {
	simplify: boolean;
	onePerCompany: boolean;
}

/** One item for the response, or one per company and so none without a match. */
function revealRows(response: RevealResult, { simplify, onePerCompany }: OutputOptions): CallResult {
	const { data } = response;
	if (!onePerCompany) return simplify ? { ...companyReveal(response, data.companies[0]) } : { ...response };
	return data.companies.map((company) =>
		simplify
			? { ...companyReveal(response, company) }
			: { ...response, data: { ...data, companies: [company] } },
	);
}
