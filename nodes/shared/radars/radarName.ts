import { GROUP_NAMES, isRadarType, radarTypeName, type Group } from '../api/names';
import type { Radar } from '../api/types';
import { domainInWords } from '../basics/inWords';

/** The radar type with its group, as in "Contact: Job Changes". Companies, the most common group, have no prefix. */
export function typeNameInGroup(type: string): string {
	const group = type.split('_', 1)[0] as Group;
	return isRadarType(type) && group !== 'company'
		? `${GROUP_NAMES[group]}: ${radarTypeName(type)}`
		: radarTypeName(type);
}

/** What a radar monitors: "acme.example – New Hires", "acme.example, Jane Doe – Contact: Job Changes". */
export function radarName(radar: Partial<Omit<Radar, 'radar_type'>> & { radar_type: string }): string {
	const { radar_type: type, domain, full_name: name, email, profile_url: profile, keyword } = radar;
	const person = type.startsWith('contact_') ? (name ?? email ?? (domain ? undefined : profile)) : undefined;
	const subject = [domain && domainInWords(domain), person, keyword].filter(Boolean).join(', ');
	return `${subject || 'Everything'} – ${typeNameInGroup(type)}`;
}
