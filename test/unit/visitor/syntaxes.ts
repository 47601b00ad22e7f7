interface Syntax {
	/** What this tool takes for a link, a mention, code or HTML. */
	active: RegExp;
	/** Of which each must be found. */
	examples: string[];
}

const URL = String.raw`\b[a-z][a-z\d+.-]*:\/\/\S`;

/** A host name with a path becomes a link without its protocol, too. */
const HOST_AND_PATH = String.raw`(?<![\w/.-])[\p{L}\d-]+\.[\p{L}]{2,}[/?#:]\S`;

const anyOf = (...patterns: string[]): RegExp => new RegExp(patterns.join('|'), 'iu');

/** By the documentation of each tool. */
export const SYNTAXES: Record<string, Syntax> = {
	Slack: {
		active: anyOf('<[^>]*>', '`', URL, HOST_AND_PATH, String.raw`\bmailto:\S+@\S`),
		examples: [
			'<!channel>',
			'<https://evil.example|Open>',
			'`code`',
			'https://evil.example',
			'evil.example/login',
		],
	},
	Discord: {
		active: anyOf('<[@#:!/t][^>]*>', '@(?:everyone|here)', String.raw`\[[^\]]*\]\([^)]*\)`, '`', URL),
		examples: ['<@123>', '@everyone', '[Open](https://evil.example)', '`code`', 'discord://evil.example'],
	},
	Teams: {
		active: anyOf('<[a-z/!][^>]*>?', String.raw`\[[^\]]*\]\(`, '`', URL, String.raw`@\w`),
		examples: ['<at>Jane</at>', '[Open](https://evil.example)', 'https://evil.example', '<a href=x>'],
	},
	Telegram: {
		active: anyOf('</?[a-z]', String.raw`\[[^\]]*\]\(`, String.raw`@\w`, '`', URL, HOST_AND_PATH),
		examples: ['<b>', '[Jane](tg://user?id=1)', '@janedoe', '`code`', 'evil.example/login', 'tg://resolve'],
	},
	Notion: {
		active: anyOf(String.raw`!?\[[^\]]*\]`, String.raw`@\w`, '`', URL, '</?[a-z]'),
		examples: ['![x](https://evil.example/x.png)', '[[page]]', '@jane', '`code`', 'https://evil.example'],
	},
	Markdown: {
		active: anyOf(
			'</?[a-z!]',
			String.raw`!?\[[^\]]*\]`,
			'`',
			URL,
			String.raw`(?<![\w/.-])www\.\S`,
			String.raw`[\w.-]+@[\w-]+\.\w`,
		),
		examples: [
			'<img src=x>',
			'[x]: https://evil.example',
			'![x](y)',
			'`code`',
			'www.evil.example',
			'a@evil.example',
		],
	},
};
