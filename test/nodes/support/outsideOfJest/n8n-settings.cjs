/* n8n-core reads these settings on load, and needs the metadata of its classes. */
const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');

require('reflect-metadata');

// Its settings file goes to a temporary folder, which ends with the run.
process.env.N8N_USER_FOLDER = mkdtempSync(path.join(tmpdir(), 'messaging-gateway-n8n-'));
// Otherwise n8n would print every error that a test provokes.
process.env.N8N_LOG_LEVEL = 'silent';
