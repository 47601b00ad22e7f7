import {
	RADAR_STATUSES,
	RADAR_TYPES,
	SAMPLE_TYPES,
	type RadarStatus,
	type RadarType,
	type SampleType,
} from '../api/radarTypes';
import { checkChoice } from './choice';
import { checkEach } from './textList';
import type { ValidationResult } from './result';

/** `radar_type`: one of the 15 values. */
export const checkRadarType = (value: unknown): ValidationResult<RadarType> =>
	checkChoice(value, RADAR_TYPES, 'radar type');

/** Radar types in a list, in one text with commas between them, or in the JSON text of a list. */
export const checkRadarTypes = (value: unknown): ValidationResult<RadarType[]> =>
	checkEach(value, checkRadarType, `Use radar types such as ${RADAR_TYPES[0]}.`);

/** `radar_status`: active or inactive. */
export const checkRadarStatus = (value: unknown): ValidationResult<RadarStatus> =>
	checkChoice(value, RADAR_STATUSES, 'radar status');

/** `update_type` of a test event. */
export const checkSampleType = (value: unknown): ValidationResult<SampleType> =>
	checkChoice(value, SAMPLE_TYPES, 'type of test event');
