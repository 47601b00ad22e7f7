import type { Problem } from '../shared/validation/verdict';

/** Something in the node or its host must be set otherwise. */
export class InputError extends Error {
	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
		this.name = 'InputError';
	}

	/** A field whose value cannot be used. */
	static ofField(field: string, problems: readonly Problem[]): InputError {
		const [first, ...others] = problems;
		const rest = others.map(({ reason, fix }) => `${reason} ${fix}`);
		return new InputError(
			`'${field}': ${first?.reason ?? ''}`,
			[first?.fix, ...rest].filter(Boolean).join('\n'),
		);
	}
}
