import {
	RADAR_STATUSES,
	RADAR_TYPES,
	SAMPLE_TYPES,
	type RadarStatus,
	type RadarType,
	type SampleType,
} from '../interface/radarTypes';
import { checkChoice } from './choice';
import { checkEach } from './textList';
import type { Verdict } from './verdict';

/** `radar_type`: one of the 15 values. */
export const checkRadarType = (value: unknown): Verdict<RadarType> =>
	checkChoice(value, RADAR_TYPES, 'radar type');

/** Radar types in a list, in one text with commas between them, or in the JSON text of a list. */
export const checkRadarTypes = (value: unknown): Verdict<RadarType[]> =>
	checkEach(value, checkRadarType, `Use radar types such as ${RADAR_TYPES[0]}.`);

/** `radar_status`: active or inactive. */
export const checkRadarStatus = (value: unknown): Verdict<RadarStatus> =>
	checkChoice(value, RADAR_STATUSES, 'radar status');

/** `update_type` of a test event. */
export const checkSampleType = (value: unknown): Verdict<SampleType> =>
	checkChoice(value, SAMPLE_TYPES, 'type of test event');
