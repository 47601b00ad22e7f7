import { VisitorState } from '../../../nodes/CompanyRadarVisitorTrigger/visitor/state';

test('the warning about addresses ends with the first usable one', () => {
	const state = new VisitorState();
	state.sawAddress({ problem: 'tooFewHops' });
	state.sawAddress({ problem: 'notPublic' });
	expect(state.addressProblem).toBe('tooFewHops');
	state.sawAddress({ address: '9.9.9.9' });
	expect(state.addressProblem).toBeUndefined();
});
