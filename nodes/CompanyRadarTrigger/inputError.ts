import type { Problem } from '../shared/validation/result';

/** Something in the node or its host must be set otherwise. */
export class InputError extends Error {
	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
		this.name = 'InputError';
	}

	/** Fields whose values can't be used, named all at once. */
	static ofFields(problems: ReadonlyArray<Problem & { field: string }>): InputError {
		const fields = [...new Set(problems.map(({ field }) => field))];
		const [only] = fields;
		if (only !== undefined && fields.length === 1) return InputError.ofField(only, problems);
		return new InputError(
			`Check these fields: ${fields.map((field) => `'${field}'`).join(', ')}`,
			problems.map(({ field, reason, fix }) => `'${field}': ${reason} ${fix}`).join('\n'),
		);
	}

	/** A field whose value can't be used. */
	static ofField(field: string, problems: readonly Problem[]): InputError {
		const [first, ...others] = problems;
		const rest = others.map(({ reason, fix }) => `${reason} ${fix}`);
		return new InputError(
			`'${field}': ${first?.reason ?? ''}`,
			[first?.fix, ...rest].filter(Boolean).join('\n'),
		);
	}
}
