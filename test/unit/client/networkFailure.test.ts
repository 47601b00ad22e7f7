import { networkFailure } from '../../../nodes/shared/client/http/response';
import { RadarApiError } from '../../../nodes/shared/client/errors/radarApiError';

const explained = (code: string) =>
	new RadarApiError(networkFailure({ endpoint: 'getAccount' }, Object.assign(new Error(code), { code })));

test.each([
	['127.0.0.1', 3128, '127.0.0.1:3128'],
	['::1', 3128, '[::1]:3128'],
])('a refused connection to %s names the address, which may be that of a proxy', (address, port, named) => {
	const code = 'ECONNREFUSED';
	const refused = Object.assign(new Error(code), { code, syscall: 'connect', address, port });
	// As a host with several addresses fails, in the error of n8n's request library.
	const cause = Object.assign(new AggregateError([refused, refused]), { code });
	const seen = Object.assign(new Error('x', { cause }), { code });
	const error = new RadarApiError(networkFailure({ endpoint: 'getAccount' }, seen));
	expect(error.description).toContain(`${named} refused the connection.`);
	expect(error.description).toContain("it's the proxy in n8n's HTTP_PROXY, HTTPS_PROXY or ALL_PROXY");
});

test.each([
	['SELF_SIGNED_CERT_IN_CHAIN', /isn't trusted\. .*NODE_EXTRA_CA_CERTS/],
	['DEPTH_ZERO_SELF_SIGNED_CERT', /NODE_EXTRA_CA_CERTS/],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /NODE_EXTRA_CA_CERTS/],
	['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /NODE_EXTRA_CA_CERTS/],
	['CERT_HAS_EXPIRED', /has expired/],
	['ERR_TLS_CERT_ALTNAME_INVALID', /for another host name/],
])('%s says what to do about the certificate', (code, words) => {
	const error = explained(code);
	expect(error.message).toBe("Couldn't connect to the service");
	expect(error.description).toMatch(words);
	expect(error).toMatchObject({ failure: { kind: 'unreachable', outcome: 'notDone' } });
});

test.each([
	['connect', 'unreachable', 'notDone'],
	['read', 'cut', 'unknown'],
])(
	'only a connection that was never made did nothing for sure: timed out in %s',
	(syscall, kind, outcome) => {
		const error = Object.assign(new Error('x'), { code: 'ETIMEDOUT', syscall });
		expect(networkFailure({ endpoint: 'createRadar' }, error)).toMatchObject({ kind, outcome });
	},
);
