// Imported before n8n-core: what n8n reads when it is loaded. Its settings file goes to a folder of this run.
import 'reflect-metadata';

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll } from '@jest/globals';
import { Expression } from 'n8n-workflow';

const folder = mkdtempSync(path.join(tmpdir(), 'messaging-gateway-n8n-'));
process.env.N8N_USER_FOLDER = folder;
// It would print every error that a test provokes.
process.env.N8N_LOG_LEVEL = 'silent';

// Expressions are evaluated as n8n does it when it is not configured otherwise.
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
