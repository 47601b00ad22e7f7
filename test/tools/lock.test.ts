import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withLock } from '../../tools/shared/lock';

describe('lock', () => {
	let folder: string;
	let file: string;
	beforeEach(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'lock-'));
		file = path.join(folder, 'deeper/work.lock');
	});
	afterEach(() => rm(folder, { recursive: true }));

	it('lets only one at a time work, and tells who waits', async () => {
		let atWork = 0;
		let most = 0;
		let waited = 0;
		const work = async () => {
			most = Math.max(most, ++atWork);
			await new Promise((resolve) => setImmediate(resolve));
			atWork--;
		};
		const onWait = () => waited++;

		await Promise.all([1, 2, 3].map(() => withLock(file, work, { onWait })));

		expect(most).toBe(1);
		expect(waited).toBe(2);
		expect(existsSync(file)).toBe(false);
	});

	it('is free again after work that failed', async () => {
		const failing = withLock(file, () => Promise.reject(new Error('no space left')));
		await expect(failing).rejects.toThrow('no space left');
		await expect(withLock(file, () => Promise.resolve('done'))).resolves.toBe('done');
	});

	it('stops waiting when asked to', async () => {
		await withLock(file, async () => {
			const impatient = withLock(file, () => Promise.resolve(), { signal: AbortSignal.timeout(20) });
			await expect(impatient).rejects.toThrow('aborted');
		});
	});

	it('leaves a lock alone that another process took over', async () => {
		await withLock(file, () => writeFile(file, 'of another process'));
		expect(existsSync(file)).toBe(true);
	});
});
