import { AbortGroup } from '../../../nodes/shared/host/clock';

describe('an alarm', () => {
	test('reaches every listener, of any of its signals, and none that was removed', () => {
		const [one, other] = [new AbortController(), new AbortController()];
		const alarm = new AbortGroup(one.signal, undefined, other.signal);
		const heard: string[] = [];
		const removed = () => heard.push('removed');
		alarm.add(() => heard.push('a'));
		alarm.add(removed);
		alarm.add(() => heard.push('b'));
		alarm.remove(removed);
		expect(alarm.isAborted).toBe(false);
		other.abort();
		expect(alarm.isAborted).toBe(true);
		expect(heard).toEqual(['a', 'b']);
	});

	test('puts one listener on a signal, however many it has, and takes it off after the last', () => {
		const { signal } = new AbortController();
		const added = jest.spyOn(signal, 'addEventListener');
		const taken = jest.spyOn(signal, 'removeEventListener');
		const alarm = new AbortGroup(signal);
		const listeners = Array.from({ length: 100 }, () => () => {});
		listeners.forEach((listener) => alarm.add(listener));
		expect(added).toHaveBeenCalledTimes(1);
		expect(taken).not.toHaveBeenCalled();
		listeners.forEach((listener) => alarm.remove(listener));
		expect(taken).toHaveBeenCalledTimes(1);
	});

	test('without a signal is never raised', () => {
		expect(new AbortGroup(undefined).isAborted).toBe(false);
	});
});
