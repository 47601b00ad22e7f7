import { VisitorState } from '../../../nodes/CompanyRadarVisitorTrigger/visitor/state';

test('the warning about proxies ends with the first usable address', () => {
	const state = new VisitorState();
	state.sawAddress({ problem: 'tooFewHops' });
	expect(state.proxyProblem).toBe('tooFewHops');
	state.sawAddress(undefined);
	expect(state.proxyProblem).toBe('tooFewHops');
	state.sawAddress({ address: '9.9.9.9' });
	expect(state.proxyProblem).toBeUndefined();
});
