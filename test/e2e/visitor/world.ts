import type { ServerResponse } from 'node:http';

import { type Browser, chromium, type Page } from 'playwright-core';

import type { Gate } from '../gate';
import type { E2eContext, Finding } from '../section';
import { serve, type Serving } from '../server';
import { FOR_MANY_EXECUTIONS, onStage, type Stage } from '../stage';
import { placeOf, type TriggerPlace } from '../trigger/triggerWorkflow';

/** A website on this computer. Every path is a page with the same content. */
class Website {
	/** In the head of each page. */
	head = '';

	/** With the line of a trigger. */
	usualHead = '';

	/** What it has at /feed.xml. */
	feed = '';

	/** Headers of each page. */
	headers: Record<string, string> = {};

	private serving!: Serving;

	static async start(): Promise<Website> {
		const website = new Website();
		website.serving = await serve(({ url }, answer) => website.answer(url, answer));
		return website;
	}

	get port(): number {
		return this.serving.port;
	}

	/** As the browser knows it. */
	get origin(): string {
		return `http://www.website.example:${this.port}`;
	}

	async stop(): Promise<void> {
		await this.serving.stop();
	}

	private answer(url: string | undefined, answer: ServerResponse): void {
		if (url === '/favicon.ico') return void answer.writeHead(204).end();
		if (url === '/feed.xml') return void answer.end(this.feed);
		answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...this.headers });
		answer.end(
			`<!doctype html><html lang="en"><head><title>Page</title>${this.head}</head><body><h1>Page</h1><a href="/pricing">Prices</a></body></html>`,
		);
	}
}

const ARGUMENTS = [
	'--headless',
	// A person's browser isn't driven.
	'--disable-blink-features=AutomationControlled',
	'--no-sandbox',
	'--disable-gpu',
	'--disable-background-networking',
	'--disable-component-update',
	'--host-resolver-rules=MAP *.example 127.0.0.1',
];

/** What a person's browser sends. */
export const USER_AGENT =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** n8n behind a proxy, the service, a website, and a browser. */
export interface World extends Stage {
	website: Website;
	/** n8n's public address. */
	publicUrl: string;
	browser: Browser;
	place: TriggerPlace;
}

/** Starts all of it, runs, and ends it. */
export async function inWorld(
	context: E2eContext,
	run: (world: World) => Promise<Finding[]>,
): Promise<Finding[]> {
	const publicUrlOf = (gate: Gate) => `http://n8n.example:${gate.port}`;
	const onHost = async (stage: Stage) => {
		const { gate, ends } = stage;
		gate.isOpen = true;
		const website = ends(await Website.start());
		const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ARGUMENTS });
		ends({ stop: async () => await browser.close() });
		const publicUrl = publicUrlOf(gate);
		return await run({ ...stage, website, publicUrl, browser, place: await placeOf(stage) });
	};
	return await onStage(context, onHost, (gate) => ({
		...FOR_MANY_EXECUTIONS,
		N8N_PROXY_HOPS: '1',
		N8N_WEBHOOK_URL: publicUrlOf(gate),
	}));
}

/** From this address, all that reaches n8n through the proxy comes. */
export function visitFrom({ gate }: World, address: string): void {
	gate.added['x-forwarded-for'] = address;
}

/** A browser of its own, with everything that its pages write to the console. */
export async function openPage({ browser }: World): Promise<Page & { messages: string[] }> {
	const context = await browser.newContext({ userAgent: USER_AGENT });
	const messages: string[] = [];
	const page = await context.newPage();
	page.on('console', (message) => messages.push(message.text()));
	page.on('pageerror', ({ message }) => messages.push(message));
	return Object.assign(page, { messages });
}
