import example from '../../../examples/visitors-to-slack.json';
import { readPageView } from '../../../nodes/CompanyRadarVisitorTrigger/pageView';
import { toOutput } from '../../../nodes/CompanyRadarVisitorTrigger/toOutput';
import type { RevealResult } from '../../../nodes/shared/api/types';
import { hostileTexts } from './hostileTexts';

const slack = example.nodes.find(({ name }) => name === 'Post to Slack');

/** The message of the example for this item, as n8n makes it of the expressions. */
const messageFor = ($json: object): string =>
	String(slack?.parameters.text)
		.slice(1)
		.replace(/\{\{(.*?)\}\}/g, (_, code: string) =>
			String((new Function('$json', `return ${code}`) as (json: object) => unknown)($json)),
		);

const company = (name: string) => ({
	domain: 'acme.example',
	name,
	industry: name,
	employees_count: 5,
	country: null,
	profile_url: null,
});

const response = (name: string) =>
	({
		timestamp: '2026-01-15T09:30:00.000Z',
		data: { ip: '8.8.8.8', ip_geo: null, companies: [company(name)] },
		usage: { total_usd: 0.05 },
	}) as RevealResult;

it.each(hostileTexts().map((text) => [text]))(
	'the message in Slack is on two lines, and mentions and links nothing: %j',
	(text) => {
		const body = JSON.stringify({ o: '', p: `/${text}`, r: text, u: { utm_source: text } });
		const view = readPageView(body, 'https://www.example.com');
		if (!view) throw new Error('The page view was not read');
		const message = messageFor(toOutput(response(text), company(text) as never, view));
		expect(message).not.toMatch(/[<>]|[\p{Cc}\u202a-\u202e\u2028\u2029\u2066-\u2069](?<!\n)/u);
		expect(message.split('\n')).toHaveLength(2);
		expect(message).toContain(' looked at /');
	},
);
