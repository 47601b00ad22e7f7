'use strict';
const { homedir } = require('node:os');
const path = require('node:path');

function cacheFolder() {
	const base = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
	return path.join(base, 'n8n-nodes-company-radar');
}

module.exports = { cacheFolder };
