const fc = require('fast-check');

/** The same random inputs in every run, so that a red build is the change's own; FUZZ_SEED tries others. */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20261121) });

/** n8n's engine logs every failed node, and most tests are about failures. */
process.env.N8N_LOG_LEVEL ??= 'silent';
