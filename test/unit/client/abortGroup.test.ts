import { AbortGroup, clock } from '../../../nodes/shared/host/clock';

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

describe('a sleep', () => {
	test('ends when its time is over', async () => {
		const started = clock.now();
		await clock.sleep(30);
		expect(clock.now() - started).toBeGreaterThanOrEqual(29);
	});

	test('ends at once when the alarm is raised, before or while it sleeps', async () => {
		const stop = new AbortController();
		const alarm = new AbortGroup(stop.signal);
		const sleeping = clock.sleep(60_000, alarm);
		stop.abort();
		await sleeping;
		await clock.sleep(60_000, alarm);
	});
});

test('a deadline comes when it is due', async () => {
	const started = clock.now();
	const deadline = clock.deadline(120);
	expect(deadline.isAborted).toBe(false);
	await new Promise<void>((resolve) => deadline.add(resolve));
	expect(clock.now() - started).toBeGreaterThanOrEqual(119);
});
