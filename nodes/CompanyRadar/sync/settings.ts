import { quoted } from '../../shared/basics/plainText';
import { checkText } from '../../shared/validation/primitives';
import { checkCount, checkUsd } from '../../shared/validation/amount';
import { andThen, invalid, valid, type Check } from '../../shared/validation/result';
import type { ParameterReader } from '../../shared/parameters/parameterReader';
import type { SubmitSettings } from '../radars/bulk/submit';
import { readTimeLimit } from '../runner/fields';
import { maximumRadarsOption, readMaximumRadars } from '../radars/createOptions';
import { PERCENT_TO_DEACTIVATE } from './fields';
import type { PlanOptions } from './planSync';

/** How many radars may be deactivated, given the active ones of the list. */
interface Maximum {
	/** As messages show it. */
	text: string;
	limitFor(active: number): number;
}

export interface SyncSettings extends Pick<PlanOptions, 'replaceChanged' | 'createIncomparable'> {
	apply: boolean;
	/** Whether to continue even if the service lists fewer radars than the account has. */
	trustList: boolean;
	maximumToDeactivate: Maximum;
	/** USD that the balance must have before radars are created. */
	minimumBalance?: number;
	/** USD that the account may use in a month. */
	monthlyBudget?: number;
	maximumRadars: number;
	submit: SubmitSettings;
}

const FIX = 'Use a whole number such as 50, or a percentage such as 20%.';

const percentage = (percent: number): Maximum => ({
	text: `${percent}%`,
	limitFor: (active) => (percent === 0 ? 0 : Math.max(1, Math.floor((active * percent) / 100))),
});

export const checkMaximum: Check<Maximum> = (value) =>
	andThen(checkText(value, FIX), (text) => {
		const [, percent] = /^(\d{1,3})\s*%$/.exec(text) ?? [];
		if (percent !== undefined && Number(percent) <= 100) return valid(percentage(Number(percent)));
		const count = checkCount(text);
		return count.ok
			? valid({ text, limitFor: () => count.value })
			: invalid(`${quoted(text)} is neither a number nor a percentage.`, FIX);
	});

export const readSettings = (read: ParameterReader): SyncSettings => ({
	apply: read.raw('syncMode') === 'apply',
	replaceChanged: read.flag('options.replaceChanged'),
	createIncomparable: read.flag('options.createIncomparable'),
	trustList: read.flag('options.trustList'),
	maximumToDeactivate:
		read.optional('options.maximumToDeactivate', checkMaximum) ?? percentage(PERCENT_TO_DEACTIVATE),
	minimumBalance: read.optional('options.minimumBalance', checkUsd),
	monthlyBudget: read.optional('options.monthlyBudget', checkUsd),
	maximumRadars: readMaximumRadars(read) ?? Number(maximumRadarsOption.default),
	submit: {
		webhookUrl: undefined,
		wait: true,
		timeLimitSeconds: readTimeLimit(read),
		onePerRadar: true,
		returnExisting: true,
		// Checked before any change, so that no radar is deactivated for a replacement that then can't be created.
		monthlyBudget: undefined,
	},
});
