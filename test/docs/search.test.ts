import { sublimeSearch } from '@n8n/utils/search/sublime-search';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { ROOT } from './markdown';
import { ACTION, DESCRIPTIONS, TRIGGER, VISITOR_TRIGGER } from './workflow/nodeTypes';
import { SEARCHES, PANEL_SEARCHES } from '../e2e/agents/searches';

const codexOf = (type: string): object => {
	const name = type.split('.').at(-1) ?? '';
	const node = name.charAt(0).toUpperCase() + name.slice(1);
	return JSON.parse(readFileSync(path.join(ROOT, `nodes/${node}/${node}.node.json`), 'utf8')) as object;
};

/** As n8n's node panel holds them. */
const ENTRIES = [ACTION, TRIGGER, VISITOR_TRIGGER].map((type) => ({
	key: type,
	properties: { displayName: DESCRIPTIONS[type]?.displayName ?? '', codex: codexOf(type) },
}));

/** The e2e section `agents` looks for most of them among all nodes of n8n. */
test.each([...SEARCHES, ...PANEL_SEARCHES])('the node panel finds "%s"', (phrase, type) => {
	expect(sublimeSearch(phrase, ENTRIES)[0]?.item.key).toBe(type);
});
