import type { Control } from '../../../sandbox';

/** What the service answered to the calls of a method and path, in their order. */
export const served = <T>(control: Control, method: string, path: RegExp): T[] =>
	control
		.log()
		.filter((entry) => entry.method === method && path.test(entry.path))
		.map(({ responseBody }) => JSON.parse(responseBody) as T);
