/** The response to a delivery, as Node.js sends it. */
export interface WebhookResponse {
	statusCode: number;
	destroyed: boolean;
	once(event: 'finish' | 'close', listener: () => void): unknown;
}

/**
 * Whether n8n acknowledges the delivery: it responds when it has created the execution. Resolves when the response is
 * sent, or to false when the connection closes first.
 */
export async function acknowledgementOf(response: WebhookResponse): Promise<boolean> {
	if (response.destroyed) return false;
	return await new Promise((resolve) => {
		response.once('finish', () => resolve(response.statusCode < 300));
		response.once('close', () => resolve(false));
	});
}
