import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
	chromium,
	selectors,
	type Browser as Chromium,
	type Page,
	type PageScreenshotOptions,
} from 'playwright-core';

const ARGUMENTS = [
	'--headless',
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];
const SIZE = { width: 1400, height: 900 };
const LONGEST_MS = 180_000;

/** Resolves in the page when nothing fades or moves any more, but what does so for ever; after two seconds in any case. */
const TRANSITIONS_ENDED = `Promise.race([
	new Promise((resolve) => setTimeout(resolve, 2000)),
	Promise.allSettled(document.getAnimations()
		.filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity)
		.map(({ finished }) => finished)),
])`;

/** The texts that are at least partly to be seen in an area of the page, one for each line, with those in fields. */
const TEXTS_IN = `(area) => {
	const part = (a, b) => ({
		left: Math.max(a.left, b.left), right: Math.min(a.right, b.right),
		top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom),
	});
	const page = { left: area.x, right: area.x + area.width, top: area.y, bottom: area.y + area.height };
	const views = new Map();
	// What a list has scrolled away is not to be seen.
	const viewOf = (element) => {
		if (!element) return page;
		if (!views.has(element)) {
			const outer = viewOf(element.parentElement);
			const clips = getComputedStyle(element).overflow !== 'visible';
			views.set(element, clips ? part(outer, element.getBoundingClientRect()) : outer);
		}
		return views.get(element);
	};
	const texts = [...document.querySelectorAll('body *')].flatMap((element) => {
		const { left, right, top, bottom } = part(viewOf(element.parentElement), element.getBoundingClientRect());
		if (right <= left || bottom <= top || !element.checkVisibility({ visibilityProperty: true })) return [];
		const hasOwnText = [...element.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
		const lines = (element.innerText ?? '').split('\\n');
		return [...(hasOwnText || lines.length === 1 ? lines : []), element.value ?? '', element.placeholder ?? ''];
	});
	return [...new Set(texts.map((text) => String(text).replace(/\\s+/g, ' ').trim()).filter(Boolean))];
}`;

/** Buttons that show no text as long as what they started goes on. */
const AT_WORK = 'button[aria-busy="true"], button[class*="loading"]';

/** Errors in n8n's own code, which say nothing about the package. */
const N8N_ERRORS = [
	// n8n asks for the publication status of a new workflow before saving it.
	/\b404\b.*\/publication-status\)$/,
	// n8n reads the open node again two seconds after opening it, even while another workflow loads.
	/^injectNDVStore\(\) was accessed without an active workflow document store\./,
];

/** Debian's Chromium with one page, which reaches nothing but n8n. */
export class Browser {
	/** Console errors and uncaught exceptions since `watchErrors`, without n8n's own. */
	readonly errors: string[] = [];

	private constructor(
		private readonly chromium: Chromium,
		readonly page: Page,
		private readonly pictures: string,
	) {
		page.setDefaultTimeout(LONGEST_MS);
		page.on('dialog', (dialog) => void dialog.accept());
	}

	/** Pictures are kept in the folder `pictures`. `slowMo` is a pause after each action, in milliseconds. */
	static async open(origin: string, pictures: string, { slowMo = 0, size = SIZE } = {}): Promise<Browser> {
		selectors.setTestIdAttribute('data-test-id');
		mkdirSync(pictures, { recursive: true });
		const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ARGUMENTS, slowMo });
		const page = await browser.newPage({ baseURL: origin, viewport: size });
		// The editor itself asks a package registry about a community package.
		await page.route(
			(url) => url.origin !== origin && url.protocol.startsWith('http'),
			(route) => route.fulfill({ json: {} }),
		);
		return new Browser(browser, page, pictures);
	}

	/** Starts recording errors. */
	watchErrors(): void {
		this.page.on('console', (message) => {
			if (message.type() === 'error') this.note(`${message.text()} (${message.location().url})`);
		});
		this.page.on('pageerror', ({ message }) => this.note(message));
	}

	/** Keeps what can be seen now, without n8n's passing messages, as a PNG of that name, and its texts as JSON. */
	async picture(name: string, { style = '', ...options }: PageScreenshotOptions = {}): Promise<void> {
		await this.page.locator(AT_WORK).first().waitFor({ state: 'hidden' });
		await this.page.waitForFunction('[...document.images].every(({ complete }) => complete)');
		await this.page.evaluate(TRANSITIONS_ENDED);
		await this.page.screenshot({
			...options,
			path: path.join(this.pictures, `${name}.png`),
			style: `.el-notification { visibility: hidden } ${style}`,
		});
		await this.keepTexts(name, options.clip);
	}

	/** Keeps the texts that are to be seen now, in an area of the page or all of it, as JSON. */
	async keepTexts(
		name: string,
		area: PageScreenshotOptions['clip'] = { x: 0, y: 0, ...(this.page.viewportSize() ?? SIZE) },
	): Promise<void> {
		const texts = await this.page.evaluate<string[]>(`(${TEXTS_IN})(${JSON.stringify(area)})`);
		writeFileSync(path.join(this.pictures, `${name}.json`), JSON.stringify(texts));
	}

	async close(): Promise<void> {
		await this.chromium.close();
	}

	private note(error: string): void {
		if (!N8N_ERRORS.some((known) => known.test(error))) this.errors.push(error);
	}
}
