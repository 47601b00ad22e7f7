import example from '../../../examples/visitors-to-slack.json';
import { readPageView } from '../../../nodes/CompanyRadarVisitorTrigger/pageView';
import { toOutput } from '../../../nodes/CompanyRadarVisitorTrigger/toOutput';
import { hostileTexts } from './hostileTexts';
import { SYNTAXES } from './syntaxes';

const slack = example.nodes.find(({ name }) => name === 'Post to Slack');

/** The message of the example for this company, as n8n makes it of the expressions. */
const messageFor = (json: object): string =>
	String(slack?.parameters.text)
		.slice(1)
		.replace(/\{\{(.*?)\}\}/g, (_, code: string) =>
			String(
				(new Function('$', `return ${code}`) as (of: () => object) => unknown)(() => ({
					first: () => ({ json }),
				})),
			),
		);

const company = (name: string) => ({
	domain: 'acme.example',
	name,
	industry: name,
	employees_count: 5,
	link: 'https://acme.example',
});

it.each(hostileTexts().map((text) => [text]))(
	'the message in Slack is on two lines, and mentions and links nothing: %j',
	(text) => {
		const body = JSON.stringify({ o: '', p: `/${text}`, r: text, u: { utm_source: text } });
		const view = readPageView(body, { origin: 'https://www.example.com' });
		if (!view) throw new Error('The page view was not read');
		const message = messageFor(
			toOutput(company(text), view, { visited_at: '2026-01-15T09:30:00.000Z', charged_usd: 0.05 }),
		);
		expect(message).not.toMatch(/[<>]|[\p{Cc}\u202a-\u202e\u2028\u2029\u2066-\u2069](?<!\n)/u);
		expect(message.split('\n')).toHaveLength(2);
		expect(message).toContain(' looked at /');
		expect(message.split('\n')[0]).not.toMatch(SYNTAXES.Slack?.active ?? /^/);
	},
);
