/** Limits of the API, with the heading of docs/contributing/api.md that explains them. Sizes in bytes are UTF-8. */
export const LIMITS = {
	/** docs/contributing/api.md, Rate limits: tokens per minute and per second. */
	writePerMinute: 100,
	readPerMinute: 200,
	bulkPerMinute: 10,
	perSecond: 10,
	/** docs/contributing/api.md, Bulk create. */
	bulkCreateItems: 1000,
	bulkCreateBytes: 1_000_000,
	bulkWebhookUrlLength: 2048,
	/** docs/contributing/api.md, Bulk deactivate. */
	bulkDeactivateIds: 500,
	/** docs/contributing/api.md, List radars. */
	listLimit: 500,
	listRadarIds: 50,
	/** docs/contributing/api.md, Reveal. */
	revealIpLength: 45,
	revealAnswerSeconds: 25,
	/** docs/contributing/api.md, updates_since. */
	updatesSinceSkewSeconds: 5,
	updatesSinceYears: 5,
	/** docs/contributing/api.md, job_titles. */
	jobTitlesTermMin: 2,
	jobTitlesTermMax: 100,
	jobTitlesLength: 9000,
	jobTitlesGroups: 32,
} as const;
