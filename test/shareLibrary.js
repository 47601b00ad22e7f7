/**
 * Loads a library once for all test files of a process: Jest would load it for each, and n8n's engine takes a second.
 * It runs outside the tests' own global scope, so Jest's fake timers and spies on globals don't reach it.
 */
module.exports = {
	process: (_source, file) => ({
		code: `
			const { getBuiltinModule } = require('node:vm').runInThisContext('process');
			module.exports = getBuiltinModule('module').createRequire(__filename)(${JSON.stringify(file)});
		`,
	}),
};
