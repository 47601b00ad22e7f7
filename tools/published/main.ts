// Usage: npm run published:check -- <version>
// Installs a published version into a real n8n, as users do, and runs an operation of it.
import { untilStopped } from '../shared/untilStopped';
import { checkPublished } from './check';

void untilStopped(async (task) => {
	const [, , version] = process.argv;
	if (!version) throw new Error('Usage: npm run published:check -- <version>');
	const problems = await checkPublished(version, {}, task);
	for (const problem of problems) console.error(problem);
	if (problems.length === 0) task.log(`n8n installed ${version} and ran it.`);
	return problems.length === 0;
});
