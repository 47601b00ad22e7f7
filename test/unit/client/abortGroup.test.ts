import { AbortGroup } from '../../../nodes/shared/host/clock';

test('one listener of a signal serves all that wait for it, reaches who still waits, and goes with the last', () => {
	const stop = new AbortController();
	const added = jest.spyOn(stop.signal, 'addEventListener');
	const taken = jest.spyOn(stop.signal, 'removeEventListener');
	const alarm = new AbortGroup(stop.signal);
	const heard: number[] = [];
	const listeners = Array.from({ length: 100 }, (_, index) => () => heard.push(index));
	listeners.forEach((listener) => alarm.add(listener));
	expect(added).toHaveBeenCalledTimes(1);
	listeners.slice(0, 98).forEach((listener) => alarm.remove(listener));
	expect(taken).not.toHaveBeenCalled();
	stop.abort();
	expect(heard).toEqual([98, 99]);
	listeners.slice(98).forEach((listener) => alarm.remove(listener));
	expect(taken).toHaveBeenCalledTimes(1);
});
