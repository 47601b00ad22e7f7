/** Redacting a shorter key would also hide other text. */
const MIN_KEY_LENGTH = 6;

/**
 * Matches a character as it is, or escaped for JSON (also nested), a URL or HTML. Bounded repetition keeps long runs of
 * backslashes fast.
 */
function anyFormOf(character: string): string {
	const code = character.charCodeAt(0);
	const plain = character.replace(/[^a-z0-9]/i, '\\$&');
	const json = `u${code.toString(16).padStart(4, '0')}`;
	const url = Buffer.from(character).toString('hex').replace(/../g, '%(?:25){0,3}$&');
	return `(?:\\\\{0,9}(?:${plain}|${json})|${url}|&#(?:0{0,4}${code}|x0{0,4}${code.toString(16)});)`;
}

/** Returns a function that removes the API key from a text, in whatever form the service repeats it. */
export function keyRedactor(apiKey: unknown): (text: string) => string {
	const key = String(apiKey ?? '').trim();
	if (key.length < MIN_KEY_LENGTH) return (text) => text;
	const pattern = new RegExp([...key].map(anyFormOf).join(''), 'gi');
	return (text) => text.replace(pattern, '***');
}
