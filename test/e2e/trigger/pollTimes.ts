const MINUTE_SECONDS = 60;

/** Poll Times with polls every few seconds: n8n refuses an interval below a minute, but any number of poll times. */
export const pollEverySeconds = (seconds: number) => ({
	item: Array.from({ length: MINUTE_SECONDS / seconds }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * seconds} * * * * *`,
	})),
});
