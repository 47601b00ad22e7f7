import type { RunParameters } from './runParameters';
import type { FieldProblem } from './parameterReader';

/** What decides about money, and about where data goes. The names are those of the parameters, wherever they stand. */
const FIELDS = new Set([
	'dryRun',
	'longestWait',
	'maximumRadars',
	'minimumBalance',
	'once',
	'retry',
	'retryAfterTimeOut',
	'spendingLimit',
	'tagCreates',
	'timeLimit',
	'webhookUrl',
]);

/** The fields that an AI model is to fill in, and must not. */
export const rejectModelFilledFields = (parameters: RunParameters): FieldProblem[] =>
	[...parameters.names]
		.filter(([path]) => FIELDS.has(path.split('.').at(-1) ?? '') && parameters.isForModel(path))
		.map(([, field]) => ({
			field,
			reason: 'An AI model must not fill in this field: it decides about money, or about where data goes.',
			fix: 'Enter a value of your own.',
		}));
