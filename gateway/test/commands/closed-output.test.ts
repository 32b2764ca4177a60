import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { temporaryFolder } from '../support/data-folder.ts';
import { MAIN } from '../support/gateway-main.ts';

describe('a command whose output nobody reads any more', () => {
	let folder: string;
	let remove: () => Promise<void>;
	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
	});
	afterEach(() => remove());

	it.each([['--help'], ['config check'], ['doctor']])('ends as it would otherwise: %s', async (command) => {
		const child = spawn(process.execPath, [MAIN, ...command.split(' ')], {
			env: { PATH: process.env.PATH, GATEWAY_DATA_DIR: folder },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		child.stdout.destroy();
		const closed = once(child, 'close');
		const stderr = await text(child.stderr);
		const [code] = (await closed) as [number | null];
		expect([code, stderr]).toEqual([0, '']);
	});

	it('fails where its output goes to a full disk, and says so once', async () => {
		const full = await open('/dev/full', 'w');
		const child = spawn(process.execPath, [MAIN, 'doctor'], {
			env: { PATH: process.env.PATH, GATEWAY_DATA_DIR: folder },
			stdio: ['ignore', full.fd, 'pipe'],
		});
		const closed = once(child, 'close');
		const stderr = child.stderr === null ? '' : await text(child.stderr);
		const [code] = (await closed) as [number | null];
		await full.close();
		const sentence =
			'The output could not be written: the disk is full. Free some space on it, and run the command again.';
		expect([code, stderr]).toEqual([1, `${sentence}\n`]);
	});
});
