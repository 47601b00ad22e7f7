/** Loads a library once for all test files of a process: Jest would load it for each, and n8n's engine takes a second. */
module.exports = {
	process: (_source, file) => ({
		code: `
			const { getBuiltinModule } = require('node:vm').runInThisContext('process');
			module.exports = getBuiltinModule('module').createRequire(__filename)(${JSON.stringify(file)});
		`,
	}),
};
