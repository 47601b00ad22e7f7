// Usage: node sqliteQuery.mjs <database file>. For each line of the input, a statement as JSON, it prints a line: the rows as JSON, or
// `{ "error": … }`. Needs a Node.js that has node:sqlite.
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';

const [file] = process.argv.slice(2);

function rowsOf(statement) {
	// Not kept open, since n8n may be killed and start again on the file meanwhile.
	const database = new DatabaseSync(file, { timeout: 30_000 });
	try {
		return database.prepare(statement).all();
	} catch (error) {
		return { error: String(error) };
	} finally {
		database.close();
	}
}

for await (const line of createInterface({ input: process.stdin }))
	process.stdout.write(`${JSON.stringify(rowsOf(JSON.parse(line)))}\n`);
