import { cp, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { OWNER } from '../../tools/n8n-host/host';
import { N8nRest } from '../../tools/n8n-host/rest';
import { ROOT } from '../../tools/pack';
import { ProcessGroup } from '../../tools/shared/processGroup';
import { Browser } from './editor/browser';
import { Editor } from './editor/editor';
import { manualWorkflow } from './operations/manualWorkflow';
import type { E2eContext, Finding } from './section';

const NOT_COPIED = new Set(['.git', 'node_modules', 'dist', 'coverage', 'artifacts']);
const EDITED = 'nodes/CompanyRadar/CompanyRadar.node.ts';
const NOTICE = 'Edited while n8n runs';

async function copyOfClone(): Promise<string> {
	const copy = await realpath(await mkdtemp(path.join(tmpdir(), 'company-radar-clone-')));
	await cp(ROOT, copy, { recursive: true, filter: (source) => !NOT_COPIED.has(path.basename(source)) });
	await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'), 'junction');
	return copy;
}

/** Starts `npm run dev` in a clone; resolves with the address of the editor. */
async function startedEditor({ child, exited }: ProcessGroup, { log }: E2eContext): Promise<string> {
	const address = new Promise<string>((resolve) => {
		createInterface({ input: child.stdout }).on('line', (line) => {
			log(line);
			const [, url] = /^Editor: +(http:\/\/[^/]+)/.exec(line) ?? [];
			if (url) resolve(url);
		});
	});
	createInterface({ input: child.stderr }).on('line', log);
	const ended = exited.then(({ code }) => {
		throw new Error(`npm run dev ended with code ${code}`);
	});
	return await Promise.race([address, ended]);
}

/** Adds a notice as the first field of the action node. */
async function edit(clone: string): Promise<void> {
	const file = path.join(clone, EDITED);
	const before = await readFile(file, 'utf8');
	const notice = `{ displayName: '${NOTICE}', name: 'edited', type: 'notice', default: '' }`;
	const after = before.replace('\tproperties,\n', `\tproperties: [${notice}, ...properties],\n`);
	if (after === before) throw new Error(`${EDITED} has no properties where this test looks for them`);
	await writeFile(file, after);
}

/** The time from an edit of the sources to its sight in an open editor. */
async function millisecondsToEditor(clone: string, url: string, artifacts: string): Promise<number> {
	const rest = new N8nRest(url);
	await rest.logIn(OWNER);
	const node = { name: 'Company Radar', parameters: {} };
	const { id } = await rest.createWorkflow(manualWorkflow('Edited', [{}], [node], { id: '1', name: 'None' }));
	const browser = await Browser.open(url, path.join(artifacts, 'development'));
	try {
		const editor = new Editor(browser.page);
		await editor.logIn(OWNER);
		await editor.showWorkflow(id);
		await editor.open(1);
		const start = performance.now();
		await edit(clone);
		await browser.page.getByText(NOTICE).first().waitFor();
		return performance.now() - start;
	} finally {
		await browser.close();
	}
}

/** A contributor's `npm run dev` loads an edit into a running n8n, in a copy of the clone that may be edited. */
export async function development(context: E2eContext): Promise<Finding> {
	const clone = await copyOfClone();
	const args = ['tools/bootstrap.mjs', 'node', '--import', 'tsx', 'tools/dev/main.ts'];
	const group = new ProcessGroup(process.execPath, args, { cwd: clone, env: process.env });
	try {
		const url = await startedEditor(group, context);
		const took = await millisecondsToEditor(clone, url, context.artifacts);
		const seen = `${(took / 1000).toFixed(1)} s`;
		// It waits for the sight as long as for anything in the browser.
		return { what: 'npm run dev: from an edit of a node to its sight in the editor', seen, ok: true };
	} finally {
		await group.stop();
		await rm(clone, { recursive: true, force: true });
	}
}
