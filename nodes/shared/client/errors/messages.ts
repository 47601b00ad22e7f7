import { endpointOf } from '../endpoints';
import type { ApiFailure, FailureKind } from './apiFailure';

/** What a user reads: what happened (no full stop), and what to do (whole sentences). */
interface Explanation {
	happened: string;
	todo: string;
}

const BASE_URL_TODO = 'Check the Base URL of the credential: it must be the address of the service itself.';
const LATER_TODO = 'Run it again later. If it stays like this, ask the support of the service.';

const reasons = ({ errors }: ApiFailure): string =>
	errors.map(({ field, reason }) => (field === '' ? reason : `${field}: ${reason}`)).join('; ');

const seconds = (count: number): string => {
	const rounded = count < 10 ? Math.round(count * 10) / 10 : Math.round(count);
	return `${rounded} ${rounded === 1 ? 'second' : 'seconds'}`;
};

const because = (fault: ApiFailure, what: string): string => {
	const why = reasons(fault) || fault.serviceMessage;
	return why ? `${what} (${why})` : what;
};

/** One entry for each status of docs/api.md, Errors. */
const BY_STATUS: Record<number, (fault: ApiFailure) => Explanation> = {
	400: (fault) => ({
		happened: because(fault, 'The service refused the values'),
		todo: 'Correct what is named here and run it again. Nothing was done.',
	}),
	401: () => ({
		happened: 'The service does not accept the API key',
		todo: 'Copy the API key from your account into the credential again. The key may also have been switched off.',
	}),
	402: () => ({
		happened: 'The balance of the account is too low',
		todo: 'Top up the account and run it again. Nothing was done and nothing was charged.',
	}),
	403: (fault) =>
		fault.endpoint === 'reveal' && fault.errors.length === 0
			? {
					happened: 'Company reveal is not enabled for this account or API key',
					todo: 'Ask the support of the service to enable it. Nothing was charged.',
				}
			: {
					happened: 'The API key is not allowed to do this',
					todo: 'Use a key that has the permission, or ask the owner of the account to grant it.',
				},
	404: (fault) => ({
		happened: `The service does not know this ${endpointOf(fault).resourceLabel}`,
		todo: 'Check the ID. It must belong to the account of the API key. If every call ends like this, check the Base URL of the credential.',
	}),
	409: ({ conflictingRadarId }) => ({
		happened:
			conflictingRadarId === undefined
				? 'This radar exists already'
				: `This radar exists already, as ${conflictingRadarId}`,
		todo: 'Use the existing radar, or deactivate it first. Nothing was created and nothing was charged.',
	}),
	413: () => ({
		happened: 'The request is too large for the service',
		todo: 'Send a single IP address and nothing else. Nothing was charged.',
	}),
	415: () => ({
		happened: 'The service did not recognize the request as JSON',
		todo: 'Look for a proxy between n8n and the service that changes requests. Nothing was charged.',
	}),
	429: ({ retryAfterSeconds }) => ({
		happened: 'The rate limit of the API key is used up',
		todo: `${retryAfterSeconds === undefined ? 'Wait a minute' : `Wait ${seconds(retryAfterSeconds)}`} and run it again. Fewer workflows at the same time with this key, or a higher plan, help too. Nothing was done.`,
	}),
	500: () => ({ happened: 'The service had an internal fault', todo: LATER_TODO }),
	503: () => ({ happened: 'The service is not available at the moment', todo: LATER_TODO }),
};

const otherStatus = (fault: ApiFailure): Explanation => ({
	happened: because(fault, `The service answered with status ${fault.status}`),
	todo: LATER_TODO,
});

const withStatus = (text: string, { status }: ApiFailure): string =>
	status === undefined ? text : `${text} (status ${status})`;

/** One entry for each way in which there is no answer of the service. */
const BY_KIND: Record<FailureKind, (fault: ApiFailure) => Explanation> = {
	status: (fault) => (BY_STATUS[fault.status ?? 0] ?? otherStatus)(fault),
	unreachable: () => ({
		happened: 'The service cannot be reached',
		todo: 'Check the Base URL of the credential, and that this n8n may connect to it.',
	}),
	timeout: (fault) => ({
		happened: `The service did not answer within ${seconds(endpointOf(fault).timeoutSeconds)}`,
		todo: LATER_TODO,
	}),
	cut: () => ({ happened: 'The connection broke before the answer was complete', todo: LATER_TODO }),
	cutJson: (fault) => ({
		happened: withStatus('The answer of the service ends too early', fault),
		todo: LATER_TODO,
	}),
	empty: (fault) => ({
		happened: withStatus('The answer of the service is empty', fault),
		todo: BASE_URL_TODO,
	}),
	notJson: (fault) => ({
		happened: withStatus('The address answers with a page or a text, not with JSON', fault),
		todo: BASE_URL_TODO,
	}),
	notThisService: (fault) => ({
		happened: withStatus('The answer is not one that this service gives', fault),
		todo: BASE_URL_TODO,
	}),
	redirect: (fault) => ({
		happened: withStatus('The service sends the request on to another address', fault),
		todo: 'Enter the final address as Base URL of the credential. The API key is not sent on to other addresses.',
	}),
	waitedTooLong: () => ({
		happened: 'The rate limit of the API key left no room in time',
		todo: 'Run it again later, raise Longest Wait, or run fewer workflows with this key at the same time. Nothing was sent.',
	}),
	cancelled: () => ({ happened: 'Stopped before it was done', todo: 'Run it again when you want it done.' }),
	notSent: () => ({
		happened: 'The request was not sent',
		todo: 'Check the credential of this node.',
	}),
};

const candidateIds = ({ candidates = [] }: ApiFailure): string => {
	const ids = candidates.flatMap(({ radarIds }) => radarIds);
	return ids.length === 0 ? '' : `It may be: ${ids.join(', ')}.`;
};

const tries = ({ attempts, triedForSeconds }: ApiFailure): string =>
	attempts > 1 ? `It was tried ${attempts} times within ${seconds(triedForSeconds)}.` : '';

const said = (fault: ApiFailure): string => {
	if (fault.kind !== 'status') return '';
	const parts = [fault.serviceMessage?.replace(/\.+$/, ''), reasons(fault)].filter(Boolean);
	return parts.length === 0 ? '' : `The service says: ${parts.join(' – ')}.`;
};

/** What a user reads of a fault: `message` says what happened, `description` why and what to do. */
export function explain(fault: ApiFailure): { message: string; description: string } {
	const { happened, todo } = BY_KIND[fault.kind](fault);
	const unknown = fault.outcome === 'unknown' ? endpointOf(fault).unknown : undefined;
	const description = [
		unknown && `${happened}.`,
		said(fault),
		fault.detail,
		unknown && candidateIds(fault),
		fault.kind === 'redirect' && unknown && todo,
		unknown?.todo ?? todo,
		tries(fault),
		fault.errorId && `For the support of the service: error_id ${fault.errorId}.`,
	];
	return {
		message: unknown?.happened ?? happened,
		description: description.filter(Boolean).join(' '),
	};
}
