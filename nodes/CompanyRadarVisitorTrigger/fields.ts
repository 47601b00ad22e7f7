import type { INodeProperties } from 'n8n-workflow';

import { docsLink } from '../shared/values/basics/inWords';
import { collectionField, monthlyBudgetOption, notice, textField } from '../shared/form/fieldOptions';

export const FIRST_PAGE = 'firstPage';
export const EVERY_PAGE = 'everyPage';
export const PAGES_THAT_MATTER = 'pagesThatMatter';

export const DEFAULT_HOURS = 24;
export const MAX_HOURS = 720;

const hoursField = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MAX_HOURS },
	default: DEFAULT_HOURS,
	description,
});

const pageFields: INodeProperties[] = [
	{
		displayName: 'Pages',
		name: 'pages',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Every Page',
				value: EVERY_PAGE,
				description: 'Any page can start the workflow. Causes more requests to n8n.',
			},
			{
				name: 'First Page and Pages That Matter',
				value: FIRST_PAGE,
				description: 'The page on which a visit begins, and the pages you list below',
			},
			{
				name: 'Only Pages That Matter',
				value: PAGES_THAT_MATTER,
				description: 'The pages you list below. Other pages send nothing and cost nothing.',
			},
		],
		default: FIRST_PAGE,
		description: 'Which page views can start the workflow',
	},
	{
		...textField(
			'Pages That Matter',
			'pagesThatMatter',
			'/pricing, */demo',
			'Paths that always count, including the pages below them. An asterisk stands for any text. Separate with commas.',
		),
		displayOptions: { show: { pages: [FIRST_PAGE, PAGES_THAT_MATTER] } },
		default: '/pricing, /demo',
	},
];

const excludeField = collectionField('Exclude', 'exclude', 'Add exclusion', [
	textField(
		'Companies',
		'companies',
		'example.com, example.org',
		'Domains of companies to ignore, such as your own and your customers. Separate with commas. The first lookup is still charged.',
	),
	textField(
		'IP Addresses',
		'ipAddresses',
		'8.8.8.8, 8.8.4.0/24',
		'Addresses and networks to ignore, such as those of your office. They are never looked up.',
	),
	textField(
		'Pages',
		'pages',
		'/careers, */help',
		'Paths to ignore, including the pages below them. An asterisk stands for any text.',
	),
]);

const visitorOptions = collectionField('Options', 'options', 'Add option', [
	textField(
		'Address Header',
		'addressHeader',
		'CF-Connecting-IP',
		`Header that has the visitor's address, and no other. Only if your proxy always sets it: otherwise visitors can fake it. By default, n8n's N8N_PROXY_HOPS decides. ${docsLink('More about proxies', 'website-visitors.md#proxies-and-cdn')}.`,
	),
	hoursField(
		'Cooldown (Hours)',
		'cooldownHours',
		'Start the workflow once per company in this time. At least as long as Look Up Again After.',
	),
	{
		displayName: 'Include IP Address',
		name: 'includeIpAddress',
		type: 'boolean',
		default: false,
		description: "Whether to return the visitor's IP address. It's personal data, and n8n stores it.",
	},
	hoursField(
		'Look Up Again After (Hours)',
		'againAfterHours',
		'Pay for the same IP address once in this time',
	),
	monthlyBudgetOption('Stop lookups'),
	textField(
		'Only Companies',
		'onlyCompanies',
		'example.com, example.org',
		'Domains of the only companies that start the workflow, such as your target accounts. Others are looked up and charged all the same. Separate with commas.',
	),
	{
		displayName: 'Respect Do Not Track',
		name: 'respectDoNotTrack',
		type: 'boolean',
		default: true,
		description: 'Whether to ignore visitors who send Do Not Track or Global Privacy Control',
	},
	{
		displayName: 'Wait for Consent',
		name: 'waitForConsent',
		type: 'boolean',
		default: false,
		description: `Whether to ignore visitors until your website calls companyRadar(). ${docsLink('How to call it', 'website-visitors.md#consent')}.`,
	},
]);

export const fields: INodeProperties[] = [
	notice(
		'snippetNotice',
		'Execute this step to get the line to paste into your website. The step is free. Once published, each match is charged.',
	),
	{
		...textField(
			'Allowed Websites',
			'allowedWebsites',
			'example.com',
			'Domains that can send page views, including their subdomains. Separate with commas. Scripts can fake a domain: the spending limit protects you.',
		),
		required: true,
	},
	{
		displayName: 'Spending Limit per Day (USD)',
		name: 'spendingLimit',
		type: 'number',
		required: true,
		typeOptions: { minValue: 0 },
		default: 5,
		description:
			'Stop lookups before they cost more than this in 24 hours. Each n8n process that takes page views counts for itself.',
	},
	...pageFields,
	excludeField,
	visitorOptions,
];
