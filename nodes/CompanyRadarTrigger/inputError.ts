import type { Problem } from '../shared/validation/verdict';

/** A field of this node has a value that cannot be used. */
export class InputError extends Error {
	readonly description: string;

	constructor(field: string, problems: readonly Problem[]) {
		super(`'${field}': ${problems[0]?.reason ?? ''}`);
		this.name = 'InputError';
		this.description = problems
			.map(({ reason, fix }, index) => (index === 0 ? fix : `${reason} ${fix}`))
			.join('\n');
	}
}
