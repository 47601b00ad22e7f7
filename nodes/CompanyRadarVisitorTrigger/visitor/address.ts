import { checkPublicIpAddress } from '../../shared/validation/ipAddress';

/** A request as n8n's web server, Express, provides it. */
export interface AddressedRequest {
	ip?: string;
	headers: Record<string, string | string[] | undefined>;
	/** n8n sets `trust proxy` to N8N_PROXY_HOPS. */
	app?: { get?(setting: 'trust proxy'): unknown };
}

/** `tooFewHops` and `tooManyHops`: N8N_PROXY_HOPS doesn't match the proxies in front of n8n. */
export type AddressProblem = 'tooFewHops' | 'tooManyHops' | 'notPublic' | 'notInHeader';

export type FoundAddress = { address: string } | { problem: AddressProblem };

const headerOf = ({ headers }: AddressedRequest, name: string): string => {
	const value = headers[name.toLowerCase()];
	return (Array.isArray(value) ? value.join(',') : (value ?? '')).trim();
};

/** Without quotes, brackets and port, which some proxies add. */
function unwrapped(text: string): string {
	const bare = text.trim().replace(/^"(.*)"$/, '$1');
	return /^\[(.+)\](?::\d+)?$/.exec(bare)?.[1] ?? bare.replace(/^([\d.]+):\d+$/, '$1');
}

function publicAddress(text: string, problem: AddressProblem): FoundAddress {
	const result = checkPublicIpAddress(unwrapped(text));
	return result.ok ? { address: result.value } : { problem };
}

/**
 * The visitor's public address, if it's certain. Each proxy adds one entry to X-Forwarded-For, so if their number differs
 * from the hops, the setting is wrong or the visitor forged entries.
 */
export function addressOf(request: AddressedRequest, addressHeader = ''): FoundAddress {
	if (addressHeader) return publicAddress(headerOf(request, addressHeader), 'notInHeader');
	const hops = Number(request.app?.get?.('trust proxy')) || 0;
	const entries = headerOf(request, 'x-forwarded-for')
		.split(',')
		.filter((entry) => entry.trim());
	if (entries.length > hops) return { problem: 'tooFewHops' };
	const found = publicAddress(request.ip ?? '', 'notPublic');
	// Requests from the local network may bypass the proxies.
	return 'address' in found && entries.length < hops ? { problem: 'tooManyHops' } : found;
}

export const ADDRESS_HINTS: Record<AddressProblem, string> = {
	tooFewHops:
		"Nothing is looked up: n8n sees your proxy's address. Set N8N_PROXY_HOPS to the number of proxies in front of n8n.",
	tooManyHops:
		'Nothing is looked up: N8N_PROXY_HOPS is higher than the number of proxies in front of n8n. Lower it.',
	notPublic:
		"A page view wasn't looked up: it came from a private address, such as one in your own network. If all page views do, n8n sees a proxy's address: check N8N_PROXY_HOPS, or set 'Address Header'.",
	notInHeader:
		"A page view wasn't looked up: its 'Address Header' had no public address. Check the header's name, and that your proxy always sets it.",
};
