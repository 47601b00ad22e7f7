import type { RevealResult } from '../../../shared/interface/types';
import { ServiceError } from '../../../shared/transport';
import { checkUsd } from '../../../shared/validation/amount';
import { checkPublicIpAddress } from '../../../shared/validation/ipAddress';
import { mapItems } from '../../mapItems';
import { operation, Skipped, type RunContext } from '../../operation';
import { optionsField } from '../options';
import { remember, revealMemory } from './memory';
import { shapeAnswer } from './shape';
import { MICROS, SpendingGuard } from './spendingGuard';

interface Input {
	ip: string;
	simplify: boolean;
	onePerCompany: boolean;
}

interface Settings {
	/** Whether an answer is used again for the same address. */
	once: boolean;
	spendingLimit?: number;
	minimumBalance?: number;
}

/** Looks up addresses for one run: each once if asked for, and never past the limits. */
async function lookups(settings: Settings, { execution, service, receipt }: RunContext) {
	const memory = revealMemory(execution);
	const balance =
		settings.minimumBalance === undefined ? undefined : (await service.getAccount()).balance_remaining_usd;
	const guard = new SpendingGuard(
		settings,
		memory,
		balance === undefined ? undefined : Math.round(balance * MICROS),
	);
	const pending = new Map<string, Promise<RevealResult | Skipped>>();

	const pay = async (ip: string): Promise<RevealResult | Skipped> => {
		const obstacle = await guard.enter();
		if (obstacle !== undefined) return new Skipped(obstacle, { ip });
		const answer = await service
			.reveal(ip, () => guard.mayRepeat())
			.catch((error: unknown) => {
				if (error instanceof ServiceError && error.outcome !== 'unknown') guard.free();
				else guard.unknown();
				throw error;
			});
		const { total_usd: chargedUsd, balance_remaining_usd: balanceUsd } = answer.usage;
		guard.charged(chargedUsd, balanceUsd);
		receipt.lookedUp(chargedUsd, balanceUsd);
		remember(memory, ip, answer);
		return answer;
	};

	return async (ip: string): Promise<RevealResult | Skipped> => {
		if (!settings.once) return await pay(ip);
		const known = memory.answers[ip] ?? pending.get(ip);
		if (known) {
			const answer = await known;
			if (!(answer instanceof Skipped)) receipt.lookupReused();
			return answer;
		}
		const answer = pay(ip);
		pending.set(ip, answer);
		return await answer;
	};
}

/** Interface section 4.12. */
export const reveal = operation<Input, Settings>({
	name: 'Reveal',
	value: 'reveal',
	action: 'Reveal companies behind IP address',
	description:
		'Find the companies behind a public IP address, e.g. of a website visitor. Each lookup with a match is charged.',
	fields: [
		{
			displayName: 'IP Address',
			name: 'ipAddress',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. {{ $json.ip }}',
			description: 'One public IPv4 or IPv6 address, without a port',
		},
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			default: true,
			description: 'Whether to return a simplified version of the response instead of the raw data',
		},
		{
			displayName: 'One Item per Company',
			name: 'onePerCompany',
			type: 'boolean',
			default: false,
			description:
				'Whether to return an item for each company instead of one for each address. An address without a match then gives no item.',
		},
		optionsField(
			{
				displayName: 'Look Up Each Address Once',
				name: 'once',
				type: 'boolean',
				default: true,
				description:
					'Whether to pay for an address only once in an execution and use the answer again for items with the same address',
			},
			{
				displayName: 'Minimum Balance (USD)',
				name: 'minimumBalance',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 6 },
				default: 0,
				description: 'Skip the remaining items before the balance of your account falls below this',
			},
			{
				displayName: 'Retry After Time-Out',
				name: 'retryAfterTimeOut',
				type: 'boolean',
				default: false,
				description:
					'Whether to look up an address again when no answer came in time. The first try may have been charged.',
			},
			{
				displayName: 'Spending Limit (USD)',
				name: 'spendingLimit',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 6 },
				default: 1,
				description: 'Skip the remaining items before this execution has spent more than this',
			},
		),
	],
	settings: (read) => ({
		once: read.flag('options.once', true),
		spendingLimit: read.optional('options.spendingLimit', checkUsd),
		minimumBalance: read.optional('options.minimumBalance', checkUsd),
	}),
	input: (read) => ({
		ip: read.value('ipAddress', checkPublicIpAddress),
		simplify: read.flag('simplify'),
		onePerCompany: read.flag('onePerCompany'),
	}),
	run: async (prepared, context, settings) => {
		const lookUp = await lookups(settings, context);
		return await mapItems(prepared, context, async (input) => {
			const answer = await lookUp(input.ip);
			return answer instanceof Skipped ? answer : shapeAnswer(answer, input);
		});
	},
});
