import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from './support/data-folder.ts';

const ROOT = path.join(import.meta.dirname, '../..');

// Windows has no signals.
const describeWithSignals = process.platform === 'win32' ? describe.skip : describe;

describeWithSignals('npm run gateway', () => {
	it('ends the gateway in order when npm gets SIGTERM', async () => {
		const { folder, remove } = await temporaryFolder();
		const { PATH, HOME } = process.env;
		const npm = spawn('npm', ['run', 'gateway'], {
			cwd: ROOT,
			env: { PATH, HOME, GATEWAY_PORT: '0', GATEWAY_DATA_DIR: folder },
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		// The streams close when the gateway has ended too, which has them from npm.
		const closed = once(npm, 'close');
		for await (const line of createInterface(npm.stdout)) {
			if (line.startsWith('Gateway ready')) npm.kill('SIGTERM');
		}
		expect(await closed).toEqual([0, null]);
		await remove();
	});
});
