import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/data-folder.ts';
import { runGateway, startGatewayProcess, withoutLog } from '../support/gateway-process.ts';

describe('a data folder without its database', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let database: string;
	const sqlite = { DATABASE_URL: '' };
	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		database = path.join(folder, 'gateway.db');
	});
	afterEach(() => remove());

	/** Starts a gateway until it is ready; returns its log. */
	async function logOfStart(): Promise<string> {
		const gateway = await startGatewayProcess(folder, sqlite);
		return (await gateway.end('SIGTERM')).stderr;
	}
	const doctor = () => runGateway(['doctor'], { ...sqlite, GATEWAY_DATA_DIR: folder, GATEWAY_PORT: '0' });

	it('is told from a new one in the log and by doctor', async () => {
		expect(await logOfStart()).not.toContain('begins with an empty one');
		expect(await logOfStart()).not.toContain('begins with an empty one');

		await rm(database);
		await mkdir(path.join(folder, 'media', 'inst_01kg9ys7g0b13pgbna9nrd4waw'));
		const sentence = `The data folder ${folder} has an encryption key and files of messages, but no database: the gateway begins with an empty one. If it should have its earlier instances and messages, stop it and put gateway.db back, mount the volume it had, set DATABASE_URL as it was, or restore a backup.`;
		expect((await doctor()).stdout).toContain(`warning  database    ${sentence}\n`);
		await writeFile(database, '');
		expect((await doctor()).stdout).toContain(`warning  database    ${sentence}\n`);
		expect(await logOfStart()).toContain(JSON.stringify(sentence));
	});

	it('keeps the log of the database, which a new one would delete', async () => {
		const gateway = await startGatewayProcess(folder, sqlite);
		await gateway.end('SIGKILL');
		const before = await readFile(database);
		const log = await readFile(`${database}-wal`);
		await rm(database);

		const { code, stderr } = await runGateway([], { ...sqlite, GATEWAY_DATA_DIR: folder });
		const sentence = `${database}-wal has the last changes of a database, but ${database} is missing or empty. Put the database back beside it, or restore a backup; delete ${database}-wal only to do without that database.`;
		expect({ code, sentence: withoutLog(stderr).trim() }).toEqual({ code: 1, sentence });
		expect((await doctor()).stdout).toContain(`problem  database    ${sentence}\n`);
		expect(await readFile(`${database}-wal`)).toEqual(log);

		await writeFile(database, before);
		expect(await logOfStart()).not.toContain('begins with an empty one');
	});
});
