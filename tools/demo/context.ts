import type { Sandbox } from '../../sandbox';
import type { N8nRest } from '../n8n-host/rest';
import type { Website } from './website';

/** What the steps of the demo work with. */
export interface DemoContext {
	rest: N8nRest;
	sandbox: Sandbox;
	website: Website;
	/** The credential that the workflows use. */
	credential: { id: string; name: string };
	signal: AbortSignal;
}

/** What a step found: a line of the table. */
export interface Outcome {
	asked: string;
	came: string;
	/** What came other than it should, in words; empty if all is well. */
	problems: string[];
}

/** One thing that the demo shows, and checks against the service's own state. */
export interface Step {
	title: string;
	run(context: DemoContext): Promise<Outcome>;
}
