const vm = require('node:vm');
const fc = require('fast-check');

/** Libraries are loaded outside this file's own global scope (shareLibrary.js); what they throw is an Error here, too. */
globalThis.Error = vm.runInThisContext('Error');

/** The same random inputs in every run, so that a red build is the change's own; FUZZ_SEED tries others. */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20261121) });
