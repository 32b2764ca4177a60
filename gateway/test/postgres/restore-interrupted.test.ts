import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { writePlan } from '../../src/backup/place-restored.ts';
import { MAIN } from '../support/gateway-main.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';
import { NO_BACKUPS } from '../support/storage/backup-databases.ts';
import { extractDraft, startRestoreStage, type RestoreStage } from '../support/storage/restore-stage.ts';
import { until } from '../support/until.ts';

(NO_BACKUPS === null ? describe : describe.skip)(
	`an interrupted restore into PostgreSQL ${NO_BACKUPS ?? ''}`,
	() => {
		let stage: RestoreStage;
		beforeAll(async () => {
			stage = await startRestoreStage();
		});
		afterAll(() => stage.close());

		it('does not take the database of another gateway for the restored one', async () => {
			const { backup, databases, newPath, restore } = stage;
			const folder = newPath('data');
			await extractDraft(stage, folder);
			await writePlan(folder, { aside: null });
			const { DATABASE_URL: url = '' } = await databases.environmentOf(folder);
			const other = await startGatewayProcess(newPath('data'), { DATABASE_URL: url });
			await other.end('SIGTERM');
			const { code, stdout, stderr } = await restore(folder, [backup]);
			expect({ code, stdout, stderr }).toEqual({
				code: 1,
				stdout: '',
				stderr: expect.stringMatching(/is not empty .* These are not the tables of the backup\./),
			});
			const empty = await databases.environmentOf(newPath('data'));
			expect((await restore(folder, [backup], empty)).code).toBe(0);
			expect((await restore(folder, [backup], empty)).stderr).toMatch(/is not empty/);
		});

		it('finishes a restore that was killed while pg_restore worked, which continues without it', async () => {
			const { backup, databases, newPath, restore } = stage;
			const folder = newPath('data');
			const environment = await databases.environmentOf(folder);
			const client = new pg.Client(environment.DATABASE_URL);
			const observer = new pg.Client(environment.DATABASE_URL);
			await Promise.all([client.connect(), observer.connect()]);
			// An uncommitted table blocks pg_restore, and no other session sees it.
			await client.query('begin');
			await client.query('create table messages (id text)');
			const waiting = async (): Promise<number[]> => {
				const { rows } = await observer.query<{ pid: number }>(
					"select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
				);
				return rows.map(({ pid }) => pid);
			};
			const killed = spawn(process.execPath, [MAIN, 'restore', backup], {
				env: { PATH: process.env.PATH, GATEWAY_DATA_DIR: folder, ...environment },
				stdio: 'ignore',
			});
			await until('pg_restore to wait', async () => (await waiting()).length === 1);
			const [first] = await waiting();
			killed.kill('SIGKILL');
			await once(killed, 'exit');
			const again = restore(folder, [backup]);
			await until('the next pg_restore to wait', async () => (await waiting()).some((pid) => pid !== first));
			await client.query('rollback');
			expect(await again).toMatchObject({ code: 0, stderr: '' });
			expect((await client.query('select 1 from messages')).rowCount).toBe(1);
			await Promise.all([client.end(), observer.end()]);
		});

		it('finishes a restore that was interrupted after the database was restored', async () => {
			const { backup, newPath, restore } = stage;
			const folder = newPath('data');
			expect((await restore(folder, [backup])).code).toBe(0);
			await extractDraft(stage, folder);
			await writePlan(folder, { aside: null });
			expect(await restore(folder, [backup])).toMatchObject({ code: 0, stderr: '' });
		});
	},
);
