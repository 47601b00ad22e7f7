const fc = require('fast-check');

/** The same random inputs in every run, so that a red build is the change's own; FUZZ_SEED tries others. */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20261121) });
