// Must be imported before n8n-core, which reads these settings on load. Its settings file goes to a temporary folder.
import 'reflect-metadata';

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll } from '@jest/globals';
import { Expression } from 'n8n-workflow';

const folder = mkdtempSync(path.join(tmpdir(), 'messaging-gateway-n8n-'));
process.env.N8N_USER_FOLDER = folder;
// Otherwise n8n would print every error that a test provokes.
process.env.N8N_LOG_LEVEL = 'silent';

// n8n's default configuration of expressions.
beforeAll(async () => {
	await Expression.initExpressionEngine({
		engine: 'vm',
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 5000,
		bridgeMemoryLimit: 128,
	});
});

afterAll(async () => {
	await Expression.disposeExpressionEngine();
	rmSync(folder, { recursive: true, force: true });
});
