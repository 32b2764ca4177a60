// Imported before n8n-core: what n8n reads when it is loaded. Its settings file goes to a folder of this run.
import 'reflect-metadata';

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll } from '@jest/globals';

const folder = mkdtempSync(path.join(tmpdir(), 'messaging-gateway-n8n-'));
process.env.N8N_USER_FOLDER = folder;
// It would print every error that a test provokes.
process.env.N8N_LOG_LEVEL = 'silent';

afterAll(() => {
	rmSync(folder, { recursive: true, force: true });
});
