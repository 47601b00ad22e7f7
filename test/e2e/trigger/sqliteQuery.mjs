// Usage: node sqliteQuery.mjs <database file> <statement>; prints the rows as JSON. Needs a Node.js that has node:sqlite.
import { DatabaseSync } from 'node:sqlite';

const [file, statement] = process.argv.slice(2);
const database = new DatabaseSync(file, { timeout: 30_000 });
process.stdout.write(JSON.stringify(database.prepare(statement).all()));
