/** All texts that can be reached from a value: properties, own or inherited, causes, stacks, buffers. */
export function everythingIn(value: unknown): string {
	const texts: string[] = [];
	const seen = new Set<unknown>();
	const visit = (part: unknown): void => {
		if (typeof part === 'string') texts.push(part);
		if ((typeof part !== 'object' && typeof part !== 'function') || part === null || seen.has(part)) return;
		seen.add(part);
		if (Buffer.isBuffer(part)) {
			texts.push(part.toString('utf8'));
			return;
		}
		if (part instanceof Map || part instanceof Set) for (const entry of part) visit(entry);
		for (const name of Reflect.ownKeys(part)) {
			texts.push(String(name));
			visit(Reflect.get(part, name) as unknown);
		}
	};
	visit(value);
	return texts.join('\n');
}
