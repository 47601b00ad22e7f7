import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { CDPSession, Page } from 'playwright-core';

/** The recording begins with its last picture, which is the result, and stays on it. */
const FIRST_SECONDS = 3;
const LAST_SECONDS = 5;
/** Waiting isn't shown for longer than this. */
const LONGEST_STILL_SECONDS = 1.5;
const FRAMES_PER_SECOND = 8;
const WIDTH = 1000;

/** A pointer, which a browser without a screen does not draw, and which glides to where it is next. */
const POINTER = `addEventListener('mousemove', ({ clientX, clientY }) => {
	let pointer = document.getElementById('pointer');
	if (!pointer) {
		pointer = document.createElement('div');
		pointer.id = 'pointer';
		pointer.style.cssText = 'position: fixed; z-index: 100000; width: 24px; height: 24px; margin: -12px;' +
			'border-radius: 50%; background: rgb(255 109 90 / 60%); pointer-events: none; transition: 0.3s';
		document.body.append(pointer);
	}
	Object.assign(pointer.style, { left: clientX + 'px', top: clientY + 'px' });
}, true)`;

interface Frame {
	/** Base64. */
	png: string;
	/** Seconds. */
	at: number;
}

/** Records what a page shows, at about the speed at which it happens, without long waits. */
export class Screencast {
	private readonly frames: Frame[] = [];

	private constructor(private readonly session: CDPSession) {}

	static async start(page: Page): Promise<Screencast> {
		await page.evaluate(POINTER);
		const session = await page.context().newCDPSession(page);
		const screencast = new Screencast(session);
		session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
			screencast.frames.push({ png: data, at: metadata.timestamp ?? Date.now() / 1000 });
			void session.send('Page.screencastFrameAck', { sessionId });
		});
		await session.send('Page.startScreencast', { format: 'png' });
		return screencast;
	}

	/** Ends the recording and writes it as an animated GIF, faster if it's longer than that; resolves with its length in seconds. */
	async save(file: string, longestSeconds: number): Promise<number> {
		await this.session.send('Page.stopScreencast');
		const folder = await mkdtemp(path.join(tmpdir(), 'company-radar-recording-'));
		try {
			const seconds = await this.writeFrames(folder, longestSeconds);
			execFileSync('ffmpeg', [
				...`-y -loglevel error -f concat -safe 0 -i ${path.join(folder, 'frames.txt')} -vf`.split(' '),
				`fps=${FRAMES_PER_SECOND},scale=${WIDTH}:-1:flags=lanczos,split[a][b];` +
					'[a]palettegen=max_colors=96:stats_mode=full[p];[b][p]paletteuse=dither=none:diff_mode=rectangle',
				file,
			]);
			return seconds;
		} finally {
			await rm(folder, { recursive: true });
		}
	}

	/** The pictures, and the list that says how long each is shown. */
	private async writeFrames(folder: string, longestSeconds: number): Promise<number> {
		const frames = this.frames.toSorted((a, b) => a.at - b.at);
		const times = frames.map(({ at }, index) => {
			const next = frames[index + 1]?.at;
			return next === undefined ? LAST_SECONDS : Math.min(next - at, LONGEST_STILL_SECONDS);
		});
		const total = times.reduce((sum, time) => sum + time, 0);
		const seconds = Math.min(total, longestSeconds - FIRST_SECONDS);
		const files = await Promise.all(
			frames.map(async ({ png }, index) => {
				const name = path.join(folder, `${index}.png`);
				await writeFile(name, Buffer.from(png, 'base64'));
				const shown = ((times[index] ?? 0) * seconds) / total;
				return `file '${name}'\nduration ${shown.toFixed(3)}\n`;
			}),
		);
		const result = `file '${path.join(folder, `${frames.length - 1}.png`)}'\nduration ${FIRST_SECONDS}\n`;
		// The last one twice, because ffmpeg leaves out its duration.
		await writeFile(path.join(folder, 'frames.txt'), [result, ...files, files.at(-1)].join(''));
		return seconds + FIRST_SECONDS;
	}
}
