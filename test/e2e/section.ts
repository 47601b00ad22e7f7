import type { Task } from '../../tools/shared/task';

/** What every section works with. */
export interface E2eContext extends Task {
	/** The package as `npm pack` made it. */
	tarball: string;
	/** Pictures and other things to keep go here. */
	artifacts: string;
}

/** One thing that was looked at, as a line of the table at the end. */
export interface Finding {
	what: string;
	/** In words or figures. */
	seen: string;
	ok: boolean;
}

/** A part of the proof on the real n8n. It starts what it needs on free ports, and ends it, also when it fails. */
export interface Section {
	name: string;
	/** What could go wrong that only a real n8n shows, in one sentence; the section prints it first. */
	risk: string;
	/** Debian packages that it needs. */
	packages?: string[];
	/** It only runs when it is named: its pictures or times are for people to look at. */
	onRequest?: boolean;
	run(context: E2eContext): Promise<Finding[]>;
}

/** What `look` finds; an error isn't what was expected. */
export async function attempted(what: string, look: () => Promise<Omit<Finding, 'what'>>): Promise<Finding> {
	try {
		return { what, ...(await look()) };
	} catch (error) {
		return { what, seen: String(error).replaceAll(/\s+/g, ' '), ok: false };
	}
}

/** A finding that is as expected where the two values have the same JSON. */
export const compared = (what: string, actual: unknown, expected: unknown): Finding => {
	const seen = JSON.stringify(actual);
	return { what, seen, ok: seen === JSON.stringify(expected) };
};
