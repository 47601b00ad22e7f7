import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../shared/basics/values';
import { RadarApiError, type ApiFailure } from '../../shared/client';
import { PurchaseRefused } from '../../shared/money/purchases';

/** An item that makes its execution fail, so that people see it. n8n takes it for an error under every On Error. */
export function failureItem(error: unknown, address: string): IDataObject {
	const { message, description } = error as Partial<PurchaseRefused>;
	// As a text, since an item has no types.
	const failure = error instanceof RadarApiError ? JSON.stringify(error.failure) : undefined;
	const item = JSON.stringify({ error: message ?? String(error), details: { failure, description } });
	// The service may repeat the address in its texts.
	return JSON.parse(item.replaceAll(address, 'the address')) as IDataObject;
}

/** The error of such an item, the same in each try; undefined for a company. */
export function reportedError({ error, details }: IDataObject): RadarApiError | PurchaseRefused | undefined {
	if (typeof error !== 'string' || !isObject(details)) return undefined;
	const { failure, description } = details;
	if (typeof failure === 'string') return new RadarApiError(JSON.parse(failure) as ApiFailure);
	return new PurchaseRefused(error, typeof description === 'string' ? description : '');
}
