'use strict';
// Loaded into a program before it starts: whoever started it may be killed without a chance to stop it.
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
process.channel?.unref();
