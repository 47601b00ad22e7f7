import { itemsOf } from '../../n8n-host/execution';
import { loopback } from '../../shared/loopback';
import { same } from '../checks';
import type { Step } from '../context';
import { runOnTrigger } from '../workflow';

const BROWSER =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** A visitor opens the website: the page, and what its script sends. Resolves to false while n8n doesn't have the script yet. */
async function visit(website: string, scriptPath: string): Promise<boolean> {
	const url = website + scriptPath;
	const { status } = await loopback.get(url);
	if (status !== 200) return false;
	await loopback.get(website);
	await loopback.post(url, JSON.stringify({ o: website, p: '/', r: '', u: {} }), {
		headers: { 'content-type': 'text/plain', 'user-agent': BROWSER, origin: website },
	});
	return true;
}

export const seeVisitors: Step = {
	title: 'See who visits a website',
	async run(context) {
		const { website, sandbox } = context;
		const lookups = () => sandbox.control.log().filter(({ path }) => path === '/v1/company-reveal').length;
		const before = lookups();
		let hasVisited = false;
		const execution = await runOnTrigger('see-visitors', context, async (id) => {
			website.scriptPath = `/webhook/${id}/visitor.js`;
			hasVisited ||= await visit(website.url, website.scriptPath);
		});
		const [company, ...others] = itemsOf(execution, 'Visitors').map(({ json }) => json);
		return {
			asked: 'one page view',
			came: String(company?.summary),
			problems: [
				...same('Companies that visited', others.length, 0),
				...same('The page', company?.page, `${website.url}/`),
				...same('Lookups at the service', lookups() - before, 1),
			],
		};
	},
};
