import type { components, operations } from './openapi';
import type { BodyFields } from './radarFields';

type Schemas = components['schemas'];

/** docs/contributing/api.md, Radar record. */
export type Radar = Schemas['Radar'];

/** The body of a creation (docs/contributing/api.md, Create a radar). The fields depend on `radar_type`; others are sent as they are. */
export interface RadarDefinition extends BodyFields {
	radar_type: string;
}

/** docs/contributing/api.md, List radars. */
export type RadarPage = Schemas['RadarPage'];

type ListQuery = NonNullable<operations['listRadars']['parameters']['query']>;
export type RadarQuery = Omit<ListQuery, 'radar_type'> & { radar_type?: string };

/** docs/contributing/api.md, Account. */
export type AccountSummary = Schemas['AccountSummary'];

/** The whole response (docs/contributing/api.md, Reveal). */
export type RevealResult = Schemas['RevealResult'];

/** docs/contributing/api.md, Bulk create. */
export interface BulkCreateBody {
	radars: RadarDefinition[];
	webhook_url?: string;
}
export type BulkAccepted = Schemas['BulkAccepted'];

/** The shape is an assumption (docs/contributing/api.md, Bulk results). */
export type BulkResults = Schemas['BulkResults'];

/** docs/contributing/api.md, Events. */
export type Update = Schemas['Update'];

type NameIn<Each> = Each extends unknown ? keyof Each : never;
type MemberOf<Each, Name> = Each extends unknown ? (Name extends keyof Each ? Each[Name] : never) : never;

/** The members of all kinds of updates. */
export type RawUpdate = { [Name in NameIn<Update>]?: MemberOf<Update, Name> };

export interface UpdateQuery {
	/** Comma-separated, at most 10. */
	radar_id?: string;
	/** Comma-separated. */
	radar_type?: string;
	cursor?: string;
}

/** docs/contributing/api.md, Test webhook. */
export type TestEventBody = Schemas['WebhookTestRequest'];
export type TestEventResponse = Schemas['WebhookTestAnswer'];

/** The API doesn't document the content, so it's shown as it is. */
export type WebhookSchema = Record<string, string | number | boolean | object | null>;

/** An entry of `errors`. */
export type FieldError = Pick<Schemas['ErrorDetail'], 'field' | 'reason'>;
