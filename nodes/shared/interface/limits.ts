/** Interface section 8, and the sections named. Sizes in bytes are UTF-8. */
export const LIMITS = {
	/** Section 8: tokens per minute and per second. */
	writePerMinute: 100,
	readPerMinute: 200,
	bulkPerMinute: 10,
	perSecond: 10,
	/** Section 4.2. */
	bulkCreateItems: 1000,
	bulkCreateBytes: 1_000_000,
	bulkWebhookUrlLength: 2048,
	/** Section 4.3. */
	bulkDeactivateIds: 500,
	/** Section 4.5. */
	listLimit: 500,
	listRadarIds: 50,
	/** Section 4.12. */
	revealBodyBytes: 2048,
	revealIpLength: 45,
	revealAnswerSeconds: 25,
	/** Section 2.3. */
	updatesSinceSkewSeconds: 5,
	updatesSinceYears: 5,
	/** Section 2.4. */
	jobTitlesTermMin: 2,
	jobTitlesTermMax: 100,
	jobTitlesLength: 9000,
	jobTitlesGroups: 32,
} as const;
