import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import type { Page } from 'playwright-core';

import { properties, RESOURCES } from '../../../nodes/CompanyRadar/operations';
import { fields as triggerFields } from '../../../nodes/CompanyRadarTrigger/fields';
import { fields as visitorFields } from '../../../nodes/CompanyRadarVisitorTrigger/fields';
import { ACTION, TRIGGER, VISITOR_TRIGGER } from '../../../tools/shared/nodeTypes';
import { inEditor, type EditorStage } from '../editor/editor';
import { compared, type Finding, type Section } from '../section';
import { chooseCredential, inARow, nodeOf, onStage } from '../stage';

/** A node with the parameters that its form is opened with. */
export interface Form {
	name: string;
	type: string;
	parameters: INodeParameters;
}

const NODE = { typeVersion: 1 };

/** Ways to define a radar, each with a form of its own. */
const DEFINITIONS: INodeParameters[] = [
	{ radarType: 'company_new_hires' },
	{ radarType: 'company_new_hires', filterBy: 'role' },
	{ radarType: 'company_new_hires', filterBy: 'build' },
	{ radarType: 'company_new_hires', filterBy: 'expression' },
	{ radarType: 'company_reviews' },
	{ radarType: 'contact_job_changes' },
	{ radarType: 'contact_social_posts' },
	{ radarType: 'industry_mentions' },
	{ radarType: 'industry_job_openings' },
	{ radarType: 'industry_funding_rounds' },
];

const SOURCES = ['fields', 'itemJson', 'list'].map((radarsFrom) => ({ radarsFrom }));

const VARIANTS: Record<string, INodeParameters[]> = {
	'radar:create': DEFINITIONS,
	'radar:syncList': [...SOURCES, { syncMode: 'apply' }],
	'bulkRequest:create': SOURCES,
	'webhook:sendTestEvent': [{ updateType: 'radar_failure' }],
};

const TRIGGER_VARIANTS: INodeParameters[] = [
	{ delivery: 'polling' },
	{ delivery: 'polling', startFrom: 'date', testWith: 'sample' },
	{ delivery: 'webhook' },
	{ delivery: 'webhook', testWith: 'realDelivery' },
	{ delivery: 'webhook', radars: 'create' },
	{ delivery: 'webhook', radars: 'create', defineRadars: 'json' },
	{ delivery: 'webhookWithCatchUp', radars: 'create', events: ['contact_job_changes'] },
	{ events: ['company_new_hires'] },
	{ events: ['bulk_completed'] },
	{ events: ['radar_finding', 'radar_created'] },
];

/** What a user may enter: the example that the field gives, else the first choices. */
function example(field: INodeProperties): INodeParameters[string] {
	const [first, second] = (field.options ?? []).map((option) => ('value' in option ? option.value : ''));
	switch (field.type) {
		case 'string':
			return field.typeOptions?.multipleValues
				? [field.placeholder?.replace('e.g. ', '') ?? '']
				: (field.placeholder?.replace('e.g. ', '').replace(/^\{\{/, '={{') ?? 'text');
		case 'multiOptions':
			if ((field.default as string[]).length > 0) return field.default as string[];
			// The service gives the other lists.
			return first === undefined ? [] : [String(first), String(second)];
		case 'boolean':
			return true;
		case 'dateTime':
			return '2026-11-01T00:00:00';
		case 'resourceLocator':
			return { __rl: true, mode: 'id', value: '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01' };
		default:
			return field.default as INodeParameters[string];
	}
}

/** Fills in every field that the editor shows for these values. */
function filled(fields: INodeProperties[], values: INodeParameters, root = values): INodeParameters {
	const given = { ...values };
	for (const field of fields) {
		const shown = { ...root, ...given };
		if (field.name in values || !NodeHelpers.displayParameter(shown, field, NODE, null, root)) continue;
		const options = (field.options ?? []) as INodeProperties[];
		if (field.type === 'collection') given[field.name] = filled(options, {}, root);
		else if (field.type === 'fixedCollection' && field.name !== 'pollTimes') {
			const [row] = field.options ?? [];
			if (row && 'values' in row) given[field.name] = { [row.name]: [filled(row.values, {}, root)] };
		} else if (!['notice', 'hidden', 'resourceMapper'].includes(field.type)) {
			given[field.name] = field.type === 'options' ? (field.default as string) : example(field);
		}
	}
	return given;
}

function formsOf(name: string, type: string, fields: INodeProperties[], variants: INodeParameters[]): Form[] {
	return variants.flatMap((variant, index) => {
		const label = `${name}-${index + 1}`;
		const defaults = NodeHelpers.getNodeParameters(fields, variant, true, false, NODE, null) ?? {};
		// The defaults of lists decide which other fields are shown.
		const chosen = fields.filter(({ name: field, type: kind }) => kind === 'options' && field in defaults);
		const lists = Object.fromEntries(
			chosen.map(({ name: field }) => [field, defaults[field] ?? null]),
		) as INodeParameters;
		return [
			{ name: `${label}-empty`, type, parameters: variant },
			{ name: `${label}-filled`, type, parameters: filled(fields, { ...lists, ...variant }) },
		];
	});
}

/** Every form of the three nodes, empty and filled in. */
export const FORMS: Form[] = [
	...RESOURCES.flatMap((resource) =>
		resource.operations.flatMap((operation) => {
			const fixed = { resource: resource.value, operation: operation.value };
			const variants = (VARIANTS[`${resource.value}:${operation.value}`] ?? [{}]).map((variant) => ({
				...fixed,
				...variant,
			}));
			return formsOf(`${resource.value}-${operation.value}`, ACTION, properties, variants);
		}),
	),
	...formsOf('trigger', TRIGGER, triggerFields, TRIGGER_VARIANTS),
	...formsOf('visitor', VISITOR_TRIGGER, visitorFields, [{}]),
];

/** The longest form needs no scrolling. */
const SIZE = { width: 1440, height: 3000 };

/** Of a laptop's screen. */
const LAPTOP_HEIGHT = 900;

const MARGIN = 16;

/** From the credential to the last field. */
const FORM = `(() => {
	const { x, width, y } = document.querySelector('[data-test-id="node-parameters"]').getBoundingClientRect();
	const items = [...document.querySelectorAll('[data-test-id="parameter-item"], [data-test-id="node-parameters"] button')];
	const bottom = Math.max(...items.map((item) => item.getBoundingClientRect().bottom));
	return { x, y, width, height: bottom - y + ${MARGIN} };
})()`;

/** Resolves when nothing was added or changed for a while. */
const RENDERED = `new Promise((resolve) => {
	let timer;
	const wait = () => { clearTimeout(timer); timer = setTimeout(resolve, 500); };
	new MutationObserver(wait).observe(document.body, { childList: true, subtree: true, attributes: true });
	wait();
})`;

const CUT_OFF = `[...document.querySelectorAll('[data-test-id="node-parameters"] :is(label, button) span')]
	.filter((text) => text.scrollWidth > text.clientWidth + 1 && text.clientWidth > 0)
	.map((text) => text.innerText)`;

const areaOf = async (page: Page) =>
	await page.evaluate<{ x: number; y: number; width: number; height: number }>(FORM);

const THEMES = ['light', 'dark'];

const pictureOf = (name: string, theme: string) => `${name}-${theme}`;

/** One page with all pictures, side by side. */
const PAGE = `<style>figure { display: inline-block; margin: 8px; vertical-align: top; font: 14px sans-serif }</style>
${FORMS.map(({ name }) => `<figure><figcaption>${name}</figcaption>${THEMES.map((theme) => `<img src="${pictureOf(name, theme)}.png">`).join('')}</figure>`).join('\n')}\n`;

/** Pictures of every form, empty and filled in, light and dark, for people to look at. */
export const forms: Section = {
	name: 'forms',
	risk: 'n8n may cut a label off or open too long a form, and a person may not like what it shows in light or dark',
	onRequest: true,
	packages: ['chromium'],
	run: async (context) =>
		await onStage(
			context,
			async (stage) =>
				await inEditor(stage, 'forms', async (opened) => await lookAt({ ...stage, ...opened })),
		),
};

async function lookAt({ host, sandbox, artifacts, log, browser, editor }: EditorStage): Promise<Finding[]> {
	const { page } = browser;
	await page.setViewportSize(SIZE);
	browser.watchErrors();
	const credentials = await chooseCredential(host, sandbox);
	const cutOff: string[] = [];
	const tooLong: string[] = [];
	for (const { name, type, parameters } of FORMS) {
		const { id } = await host.rest.createWorkflow(
			inARow(name, [nodeOf(name, type, parameters, { credentials })]),
		);
		await editor.showWorkflow(id);
		await editor.open(0);
		await page.getByTestId('node-parameters').waitFor();
		await page.evaluate(RENDERED);
		for (const theme of THEMES) {
			await page.evaluate(`document.body.setAttribute('data-theme', '${theme}')`);
			await browser.picture(pictureOf(name, theme), { clip: await areaOf(page) });
		}
		const { y, height } = await areaOf(page);
		const end = Math.round(y + height);
		log(`${name}: ends at ${end} px`);
		if (name.endsWith('-1-empty') && end > LAPTOP_HEIGHT) tooLong.push(`${name} (${end} px)`);
		const labels = await page.evaluate<string[]>(CUT_OFF);
		cutOff.push(...labels.map((label) => `${name}: ${label}`));
	}
	writeFileSync(path.join(artifacts, 'forms', 'index.html'), PAGE);
	return [
		{ what: 'Forms, empty and filled in, in two pictures each', seen: String(FORMS.length), ok: true },
		compared('Labels that are cut off', cutOff, []),
		compared(`Forms that open longer than a laptop's ${LAPTOP_HEIGHT} px`, tooLong, []),
		compared('Errors in the console of the browser', browser.errors, []),
	];
}
