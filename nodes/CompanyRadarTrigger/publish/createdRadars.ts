import { hash } from 'crypto';

import { LATE_COMMIT_SECONDS } from '../../shared/api/assumptions';
import type { RadarDefinition } from '../../shared/api/types';
import { clock } from '../../shared/concurrency/clock';
import { definitionKey } from '../../shared/radars/sameRadar';
import { InputError } from '../../shared/triggers/errors';
import { targetInWords } from './definitions';

/** Recognizes a published definition. The service accepts no second radar that differs only in the fields left out here. */
export const publishedKey = (definition: RadarDefinition): string =>
	hash(
		'sha256',
		definitionKey({ ...definition, custom_fields: undefined, updates_since: undefined }),
		'base64url',
	).slice(0, 16);

/** What this process knows about its create for a definition. */
interface Creation {
	radarId?: string;
	/** When the create failed with an unknown outcome, by `clock.now()`. */
	unknownSince?: number;
}

/** By node and definition. Needed since n8n saves no static data if publishing fails, and the service may list a radar late. */
const creations = new Map<string, Creation>();

const creationKeyOf = (node: string, definition: RadarDefinition): string =>
	`${node} ${definitionKey(definition)}`;

export const noteCreation = (node: string, definition: RadarDefinition, creation: Creation): void => {
	creations.set(creationKeyOf(node, definition), creation);
};

export const createdRadarId = (node: string, definition: RadarDefinition): string | undefined =>
	creations.get(creationKeyOf(node, definition))?.radarId;

/**
 * A create with an unknown outcome may still take effect for a while, and be charged.
 * @throws InputError while one of these radars may still appear
 */
export function rejectUnknown(node: string, missing: RadarDefinition[]): void {
	for (const definition of missing) {
		const creation = creations.get(creationKeyOf(node, definition));
		if (creation?.unknownSince === undefined) continue;
		const left = creation.unknownSince + LATE_COMMIT_SECONDS * 1000 - clock.now();
		if (left > 0) {
			throw new InputError(
				`The radar ${targetInWords(definition)} may still be created by the last attempt`,
				`Publish again in ${Math.ceil(left / 1000)} seconds, when it's clear whether it exists. Nothing was created now.`,
			);
		}
	}
}
