import type { Services } from './services/services';

export interface Mail {
	subject?: string;
	to?: string;
	text: string;
	head: string;
	[name: string]: unknown;
}

/** Long lines are folded with an equals sign (RFC 2045 section 6.7). */
const unfolded = (text: string) => text.replace(/=\r?\n/g, '');

/** The parts of an email as a mail program shows it: headers, an empty line, the text. */
function mailIn(raw: string): Mail {
	const [head = '', ...paragraphs] = Buffer.from(raw, 'base64')
		.toString('utf8')
		.split(/\r?\n\r?\n/);
	const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1];
	return {
		head,
		subject: header('subject'),
		to: header('to'),
		text: unfolded(paragraphs.join('\n\n').trim()),
	};
}

/** The emails that Gmail got, sent or as drafts. */
export const mailsIn = ({ requests }: Services): Mail[] =>
	requests
		.filter(({ address }) => address.startsWith('www.googleapis.com/gmail/'))
		.map(({ body }) => body as { raw?: string; message?: { raw: string } })
		.map(({ raw, message }) => mailIn(raw ?? message?.raw ?? ''));
