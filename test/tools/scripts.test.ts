import { scripts } from '../../package.json';

test.each(Object.entries(scripts))('npm run %s installs what it needs', (_name, script) => {
	expect(script).toMatch(/^(node tools\/bootstrap\.mjs |npm run )/);
});
