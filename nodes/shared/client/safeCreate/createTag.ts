import { randomBytes } from 'crypto';

import { CREATE_TAG_FIELD } from '../../api/assumptions';
import type { Radar, RadarDefinition } from '../../api/types';
import { sameText } from '../../basics/sameText';

/** 12 characters. */
const TAG_BYTES = 6;

export const newTag = (): string => randomBytes(TAG_BYTES).toString('hex');

/** The tag of one radar of a bulk request. */
export const tagOfItem = (tag: string, itemIndex: number): string => `${tag}.${itemIndex}`;

export const withTag = (definition: RadarDefinition, tag: string): RadarDefinition => ({
	...definition,
	custom_fields: { ...definition.custom_fields, [CREATE_TAG_FIELD]: tag },
});

/** The tag of the create that made the radar, and its position in a bulk request; 0 for a single create. */
export function tagOf({ custom_fields: fields }: Radar): { tag: string; itemIndex: number } {
	// The service may normalize custom fields.
	const [tag = '', itemIndex = 0] = sameText(fields?.[CREATE_TAG_FIELD]).split('.');
	return { tag, itemIndex: Number(itemIndex) };
}
