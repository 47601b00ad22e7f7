import { RADAR_TYPES, type RadarType } from '../interface/radarTypes';
import { checkText, quoted } from './look';
import { invalid, valid, type Verdict } from './verdict';

/** `radar_type` (interface section 1): one of the 15 values. */
export function checkRadarType(value: unknown): Verdict<RadarType> {
	const text = checkText(value, `Use one of ${RADAR_TYPES.join(', ')}.`);
	if (!text.ok) return text;
	const known = RADAR_TYPES.find((type) => type === text.value);
	if (known) return valid(known);
	const plain = text.value.toLowerCase().replace(/[\s-]+/g, '_');
	const meant = RADAR_TYPES.find((type) => type === plain);
	return invalid(
		`${quoted(text.value)} is not a radar type.`,
		meant ? `Use ${meant}.` : `Use one of ${RADAR_TYPES.join(', ')}.`,
	);
}
