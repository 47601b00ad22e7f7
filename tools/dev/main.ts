// Usage: npm run dev
// A real n8n with this package and the sandbox service. It takes over every change of the sources while it runs.
import { untilStopped } from '../shared/untilStopped';
import { runDev } from './dev';

void untilStopped(runDev);
