import { cp, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { compileCommands } from '../../tools/n8n-host/container/compiled';
import { OWNER } from '../../tools/n8n-host/host';
import { installHost } from '../../tools/n8n-host/install';
import { N8nRest } from '../../tools/n8n-host/rest';
import { ROOT } from '../../tools/pack';
import { ACTION } from '../../tools/shared/nodeTypes';
import { ProcessGroup } from '../../tools/shared/processGroup';
import { runNode } from '../../tools/shared/runNode';
import { inEditor } from './editor/editor';
import type { E2eContext, Finding, Section } from './section';
import { inARow, nodeOf } from './stage';

const NOT_COPIED = new Set(['.git', 'node_modules', 'dist', 'coverage', 'artifacts']);
const EDITED = 'nodes/CompanyRadar/CompanyRadar.node.ts';
const NOTICE = 'Edited while n8n runs';

const temporary = async () => await realpath(await mkdtemp(path.join(tmpdir(), 'company-radar-commands-')));

const linkModules = async (folder: string) =>
	await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'junction');

/** Resolves with the address of the editor. */
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

/** From an edit of the sources to its sight in an open editor, which it waits for as long as for anything in the browser. */
async function edited(clone: string, url: string, { artifacts }: E2eContext): Promise<Finding> {
	const rest = new N8nRest(url);
	await rest.logIn(OWNER);
	const { id } = await rest.createWorkflow(inARow('Edited', [nodeOf('Company Radar', ACTION)]));
	return await inEditor({ host: { url }, artifacts }, 'development', async ({ editor }) => {
		await editor.showWorkflow(id);
		await editor.open(0);
		const start = performance.now();
		await edit(clone);
		await editor.page.getByText(NOTICE).first().waitFor();
		const seen = `${((performance.now() - start) / 1000).toFixed(1)} s`;
		return { what: 'npm run dev: from an edit of a node to its sight in the editor', seen, ok: true };
	});
}

/** The demo on an n8n that somebody else started, compiled and with the Node of n8n, as in a container. */
async function demoOn(url: string, context: E2eContext): Promise<Finding> {
	const compiled = await temporary();
	try {
		await compileCommands(compiled);
		await linkModules(compiled);
		const { node } = await installHost(context);
		const command = [path.join(compiled, 'tools/demo/main.js'), '--once', '--n8n', url];
		const options = { cwd: compiled, env: process.env, what: 'The demo' };
		const printed = await runNode(node, command, options).catch((error: Error) => error.message);
		// Each step has a line that ends with "yes".
		const done = printed.match(/ yes$/gm)?.length ?? 0;
		const ok = done >= 5 && !/ no$/m.test(printed);
		if (!ok) context.log(printed);
		return { what: 'the demo with --n8n: steps that went well', seen: String(done), ok };
	} finally {
		await rm(compiled, { recursive: true, force: true });
	}
}

/** A contributor's `npm run dev`, in a copy of the clone that may be edited. */
async function development(context: E2eContext): Promise<Finding[]> {
	const clone = await temporary();
	await cp(ROOT, clone, { recursive: true, filter: (source) => !NOT_COPIED.has(path.basename(source)) });
	await linkModules(clone);
	const args = ['tools/bootstrap.mjs', 'node', '--import', 'tsx', 'tools/dev/main.ts'];
	const group = new ProcessGroup(process.execPath, args, { cwd: clone, env: process.env });
	try {
		const url = await startedEditor(group, context);
		return [await edited(clone, url, context), await demoOn(url, context)];
	} finally {
		await group.stop();
		await rm(clone, { recursive: true, force: true });
	}
}

export const commands: Section = {
	name: 'commands',
	risk: 'a running n8n may not load an edit, and an n8n that somebody else started may not run the demo',
	packages: ['chromium'],
	run: development,
};
