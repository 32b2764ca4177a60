import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writePlan } from '../../src/backup/place-restored.ts';
import { NO_BACKUPS } from '../support/storage/backup-databases.ts';
import {
	DATABASE,
	extractDraft,
	startRestoreStage,
	withManifest,
	type RestoreStage,
} from '../support/storage/restore-stage.ts';
import { MAIN } from '../support/gateway-main.ts';
import { beginGatewayProcess, startGatewayProcess } from '../support/gateway-process.ts';
import { until } from '../support/until.ts';

(NO_BACKUPS === null ? describe : describe.skip)(`an interrupted restore ${NO_BACKUPS ?? ''}`, () => {
	let stage: RestoreStage;
	beforeAll(async () => {
		stage = await startRestoreStage();
	});
	afterAll(() => stage.close());

	/** Restores a backup of which only the first half arrives, and kills the command meanwhile. */
	async function killHalfway(
		folder: string,
		args: readonly string[],
		environment: Record<string, string> = {},
	): Promise<void> {
		const own = await stage.databases.environmentOf(folder);
		const child = spawn(process.execPath, [MAIN, 'restore', '-', ...args], {
			env: { PATH: process.env.PATH, GATEWAY_DATA_DIR: folder, ...own, ...environment },
			stdio: ['pipe', 'ignore', 'ignore'],
		});
		const bytes = await readFile(stage.backup);
		child.stdin.write(bytes.subarray(0, bytes.length / 2));
		await until('the restore to write', () => existsSync(path.join(folder, 'restore-draft', DATABASE)));
		child.kill('SIGKILL');
		await once(child, 'exit');
	}

	it('finishes a restore that was interrupted, before which no gateway starts', async () => {
		const { backup, newPath, run, restore, changedBackup } = stage;
		const folder = newPath('data');
		await mkdir(folder);
		await writeFile(path.join(folder, 'gateway.db'), 'earlier');
		await extractDraft(stage, folder);
		await writePlan(folder, { aside: 'before-restore-1' });
		for (const args of [[], ['keys', 'list']]) {
			const { code, stderr } = await run(folder, args);
			expect([code, stderr]).toEqual([
				1,
				expect.stringContaining('was interrupted. Run it again with the same backup'),
			]);
		}
		const another = await restore(folder, [
			await changedBackup(withManifest({ createdAt: '2020-01-01T00:00:00.000Z' })),
		]);
		expect([another.code, another.stderr]).toEqual([1, expect.stringContaining('was interrupted')]);
		expect((await restore(folder, [backup])).code).toBe(0);
		expect(await readFile(path.join(folder, 'before-restore-1/gateway.db'), 'utf8')).toBe('earlier');
		expect((await run(folder, ['keys', 'list'])).code).toBe(0);
		expect(existsSync(path.join(folder, 'restore-draft'))).toBe(false);
	});

	it('lets no gateway begin anew after a restore that was killed while it read', async () => {
		const { backup, databases, newPath, run, restore } = stage;
		const folder = newPath('data');
		await killHalfway(folder, []);
		const start = await beginGatewayProcess(folder, await databases.environmentOf(folder));
		await expect(start.ready).rejects.toThrow(
			`A restore into the data folder ${folder} was interrupted before anything was in place. Run it again`,
		);
		await start.end('SIGKILL');
		expect(await restore(folder, [backup])).toMatchObject({ code: 0, stderr: '' });
		expect((await run(folder, ['keys', 'list'])).code).toBe(0);
	});

	it('lets the gateway start whose data a killed restore was to replace, and leaves nothing', async () => {
		const { backup, messageId, databases, newPath, restore } = stage;
		const folder = newPath('data');
		expect((await restore(folder, [backup])).code).toBe(0);
		// PostgreSQL needs another database, because the data on a server is not moved aside.
		await killHalfway(folder, ['--force'], await databases.environmentOf(newPath('data')));
		const started = await startGatewayProcess(folder, await databases.environmentOf(folder));
		expect((await started.get(`/v1/messages/${messageId}`)).status).toBe(200);
		expect(existsSync(path.join(folder, 'restore-draft'))).toBe(false);
		await started.end('SIGTERM');
	});
});
