import type { Step } from '../step';

const COMPANIES = [{ domain: 'cedarfoods.example' }, { domain: 'birchanalytics.example' }];
const VISITORS = [{ ip: '8.8.8.13' }, { ip: '192.168.1.20' }];

export const wrongTitleExpression: Step = {
	what: 'A wrong title expression is explained, with its place, on the item',
	async run({ browser, editor, sandbox }) {
		const before = sandbox.control.log().length;
		const view = await editor.newManualWorkflow('Create radar (charged)', COMPANIES);
		await view.type('domain', '{{ $json.domain }}');
		await view.choose('jobTitlesMode', 'Boolean Search');
		await view.type('jobTitles', 'sales and marketing');
		await view.execute();
		const reason = 'There is no operator between "sales" and "and"';
		await editor.page.locator('.el-notification').getByText(`${reason} (character 7).`).waitFor();
		await view.shows(reason, '[item 0]', 'write AND in capitals');
		await browser.picture('title-expression');
		const sent = sandbox.control.log().slice(before);
		if (sent.length > 0) throw new Error(`It was sent all the same: ${sent.length} requests.`);
		return reason;
	},
};

export const wrongIpAddress: Step = {
	what: 'A wrong IP address is explained on its item, and the other item goes on',
	async run({ browser, editor }) {
		const view = await editor.newManualWorkflow(
			'Reveal companies behind IP address (each match is charged)',
			VISITORS,
		);
		await view.type('ipAddress', '{{ $json.ip }}');
		await view.onError('Continue');
		await view.execute();
		await view.shows('2 items', "'IP Address'");
		await view.showJson();
		await view.shows('"error"');
		await browser.picture('ip-address');
		const reason = await view.output.getByText("'IP Address'").first().innerText();
		// n8n shows the next output as this one.
		await view.tableOfOutput();
		return reason.trim();
	},
};
