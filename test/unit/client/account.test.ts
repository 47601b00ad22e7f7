import { accountOf } from '../../../nodes/shared/client/http/account';
import { clock } from '../../../nodes/shared/host/clock';

afterEach(() => jest.restoreAllMocks());

test('what is known of an account is kept while it is used, and dropped a week later', () => {
	let hours = 0;
	jest.spyOn(clock, 'now').mockImplementation(() => hours * 3_600_000);
	const idle = accountOf('https://api.example.com', 'idle', 10);
	const used = accountOf('https://api.example.com', 'used', 10);
	for (hours = 1; hours < 24 * 8; hours++)
		expect(accountOf('https://api.example.com', 'used', 10)).toBe(used);
	expect(accountOf('https://api.example.com', 'idle', 10)).not.toBe(idle);
});
