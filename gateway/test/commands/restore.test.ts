import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_BACKUPS } from '../support/storage/backup-databases.ts';
import { startRestoreStage, type RestoreStage } from '../support/storage/restore-stage.ts';
import { ON_POSTGRES } from '../support/database.ts';
import { runGateway, startGatewayProcess } from '../support/gateway-process.ts';
import { mediaOf } from '../support/media.ts';
import { PNG } from '../support/sample-files.ts';

(NO_BACKUPS === null ? describe : describe.skip)(`messaging-gateway restore ${NO_BACKUPS ?? ''}`, () => {
	let stage: RestoreStage;
	beforeAll(async () => {
		stage = await startRestoreStage();
	});
	afterAll(() => stage.close());

	it('brings back messages with their files, and secrets that open', async () => {
		const { backup, messageId, databases, newPath, restore, webhook } = stage;
		const folder = newPath('data');
		const { code, stdout, stderr } = await restore(folder, [backup]);
		expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
		expect(stdout).toContain('is restored into');
		expect((await stat(path.join(folder, 'encryption.key'))).mode & 0o777).toBe(0o600);
		const restored = await startGatewayProcess(folder, await databases.environmentOf(folder));
		expect((await restored.get(`/v1/webhooks/${webhook.id}`)).at('data.secret')).toBe(webhook.secret);
		expect(Buffer.from(await (await mediaOf(restored, messageId)).arrayBuffer())).toEqual(PNG);
		await restored.end('SIGTERM');
	});

	it('refuses a folder on which a gateway runs, also for another database', async () => {
		const { backup, databases, newPath, restore } = stage;
		const folder = newPath('data');
		const running = await startGatewayProcess(folder, await databases.environmentOf(folder));
		const another = await databases.environmentOf(`${folder}-another`);
		const refused = await runGateway(['restore', backup, '--force'], {
			GATEWAY_DATA_DIR: folder,
			...another,
		});
		expect([refused.code, refused.stderr]).toEqual([
			1,
			expect.stringContaining('Another gateway is running on the data folder'),
		]);
		await running.end('SIGTERM');
		const { code, stderr } = await restore(folder, [backup, '--force']);
		expect([code, stderr]).toEqual(
			ON_POSTGRES
				? [1, expect.stringContaining('The database that DATABASE_URL names is not empty')]
				: [0, ''],
		);
	});

	it('refuses a folder with data, and moves it aside with --force', async () => {
		const { backup, newPath, run, restore } = stage;
		const folder = newPath('data');
		await mkdir(path.join(folder, 'media'), { recursive: true });
		await writeFile(path.join(folder, 'gateway.db'), 'earlier');
		await writeFile(path.join(folder, 'own-notes.txt'), 'kept');
		const refused = await restore(folder, [backup]);
		expect([refused.code, refused.stderr]).toEqual([
			1,
			expect.stringContaining(`The data folder ${folder} is not empty (gateway.db)`),
		]);
		const { code, stdout } = await restore(folder, [backup, '--force']);
		expect([code, stdout]).toEqual([0, expect.stringContaining(`${folder}/before-restore-`)]);
		const [aside = ''] = (await readdir(folder)).filter((name) => name.startsWith('before-restore-'));
		expect(await readFile(path.join(folder, aside, 'gateway.db'), 'utf8')).toBe('earlier');
		expect(await readFile(path.join(folder, 'own-notes.txt'), 'utf8')).toBe('kept');
		expect((await run(folder, ['encryption', 'status'])).stdout).toContain('in use');
	});

	it('says what is missing where the key is not in the backup, or another one is set', async () => {
		const { backup, gateway, newPath, run, restore, databases } = stage;
		const other = Buffer.alloc(32, 7).toString('base64');
		const folder = newPath('data');
		const { stdout } = await restore(folder, [backup], { GATEWAY_ENCRYPTION_KEY: other });
		// A dump of PostgreSQL is not read before it is in place.
		const output = ON_POSTGRES ? (await run(folder, [], { GATEWAY_ENCRYPTION_KEY: other })).stderr : stdout;
		expect(output).toContain('encrypted with another key than that of GATEWAY_ENCRYPTION_KEY');
		const key = (await readFile(path.join(gateway.folder, 'encryption.key'), 'utf8')).trim();
		const withoutKey = newPath('without-key.tar.gz');
		await runGateway(['backup', withoutKey], {
			...(await databases.environmentOf('gateway')),
			GATEWAY_DATA_DIR: gateway.folder,
			GATEWAY_ENCRYPTION_KEY: key,
		});
		const missing = await restore(newPath('data'), [withoutKey]);
		expect([missing.code, missing.stdout]).toEqual([
			0,
			expect.stringContaining('set GATEWAY_ENCRYPTION_KEY to the key that the gateway had'),
		]);
	});
});
