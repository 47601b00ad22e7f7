import { execFileSync } from 'node:child_process';

import type { Task } from '../../tools/shared/task';

const isInstalled = (name: string): boolean => {
	try {
		const status = execFileSync('dpkg-query', ['-W', '-f=${db:Status-Status}', name], { stdio: 'pipe' });
		return status.toString() === 'installed';
	} catch {
		return false;
	}
};

/** Installs what is missing of these Debian packages; needs the rights to do so. */
export function ensureDebianPackages(names: readonly string[], { log }: Task): void {
	const missing = names.filter((name) => !isInstalled(name));
	if (missing.length === 0) return;
	log(`Installing ${missing.join(', ')}`);
	const options = { stdio: 'pipe', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
	execFileSync('apt-get', ['update'], options);
	execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...missing], options);
}
