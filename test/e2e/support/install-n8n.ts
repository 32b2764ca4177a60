import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ensureN8n } from '../../../playground/src/n8n/install.ts';

/** Installs n8n before the first test if it is missing. A failure names the file with npm's output. */
export default async function installN8n(): Promise<void> {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'install-n8n-'));
	await ensureN8n(path.join(folder, 'install.log'));
}
