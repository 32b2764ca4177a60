/**
 * n8n's modules, loaded as Node.js loads them: once in a process. Jest would load them anew for each test file, which
 * takes longer than most tests.
 */
require('./n8n-settings.cjs');
exports.core = require('n8n-core');
exports.di = require('@n8n/di');
exports.workflow = require('n8n-workflow');
