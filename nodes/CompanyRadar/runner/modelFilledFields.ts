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
			reason: "AI models can't fill in this field, because it affects spending or where data is sent.",
			fix: 'Enter a fixed value.',
		}));
