import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
	NO_BACKUPS,
	startBackupDatabases,
	type BackupDatabases,
} from '../../support/storage/backup-databases.ts';
import { temporaryFolder } from '../../support/data-folder.ts';
import { runSql } from '../../support/database.ts';
import { MAIN } from '../../support/gateway-main.ts';
import { runGateway, startGatewayProcess } from '../../support/gateway-process.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { until } from '../../support/until.ts';

/** Expects that a command failed with one line, which it returns, and printed nothing else. */
function sentenceOf({ code, stdout, stderr }: Awaited<ReturnType<typeof runGateway>>): string {
	expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
	expect(stderr).toMatch(/^[^\n]+\n$/);
	return stderr.trim();
}

/** Runs a statement as the administrator; returns its rows. */
async function execute(url: string | undefined, statement: string): Promise<unknown[]> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		return (await client.query<Record<string, unknown>>(statement)).rows;
	} finally {
		await client.end();
	}
}

describe('a backup of a PostgreSQL database', () => {
	let gateway: TestGateway;
	let out: string;
	let remove: () => Promise<void>;
	beforeAll(async () => {
		gateway = await startTestGateway();
		({ folder: out, remove } = await temporaryFolder());
	});
	afterAll(async () => {
		await gateway.close();
		await remove();
	});

	const failure = async (environment: Record<string, string>): Promise<string> => {
		const file = path.join(out, 'backup.tar.gz');
		const ended = await runGateway(['backup', file], { GATEWAY_DATA_DIR: gateway.folder, ...environment });
		expect(await readdir(out)).toEqual([]);
		expect((await readdir(gateway.folder)).filter((name) => name.startsWith('backup-draft'))).toEqual([]);
		return sentenceOf(ended);
	};

	it('says what to install where pg_dump is missing', async () => {
		expect(await failure({ PATH: '/nowhere' })).toBe(
			"pg_dump is not on the PATH, and a PostgreSQL database needs it. Install PostgreSQL's client programs in the version of the server or a later one (on Debian and Ubuntu: apt-get install postgresql-client), and run the command again.",
		);
	});

	it('says so where pg_dump is older than the server', async () => {
		const [{ server_version: server } = {}] = await runSql(gateway.folder, 'show server_version');
		const own = versionOfPgDump();
		// Only a real server refuses an older program.
		if (own === null || Number.parseInt(own, 10) >= Number.parseInt(String(server), 10)) return;
		expect(await failure({})).toBe(
			`pg_dump is older than the PostgreSQL server (the server is ${String(server)}, pg_dump is ${own}). Install PostgreSQL's client programs in the version of the server, put them first on the PATH, and run the command again.`,
		);
	});

	it('explains a connection that the server refuses', async () => {
		const [{ name } = {}] = await runSql(gateway.folder, 'select current_database() as name');
		const wrong = new URL(process.env.TEST_POSTGRES_URL ?? '');
		wrong.pathname = `/${String(name)}-no-more`;
		expect(await failure({ DATABASE_URL: wrong.href })).toMatch(
			/: there is no database of that name\. Create it/,
		);
	});
});

(NO_BACKUPS === null ? describe : describe.skip)(`a restore on PostgreSQL ${NO_BACKUPS ?? ''}`, () => {
	let databases: BackupDatabases;
	let database: Record<string, string>;
	let gateway: TestGateway;
	let out: string;
	let backup: string;
	let remove: () => Promise<void>;
	beforeAll(async () => {
		databases = await startBackupDatabases();
		database = await databases.environmentOf('gateway');
		gateway = await startTestGateway({ environment: database });
		({ folder: out, remove } = await temporaryFolder());
		backup = path.join(out, 'backup.tar.gz');
		expect(
			await runGateway(['backup', backup], { GATEWAY_DATA_DIR: gateway.folder, ...database }),
		).toMatchObject({ code: 0, stderr: '' });
	});
	afterAll(async () => {
		await gateway.close();
		await remove();
		await databases.close();
	});

	/** The settings of a new gateway on an empty folder and an empty database. */
	async function place(name: string): Promise<Record<string, string>> {
		const folder = path.join(out, name);
		return { GATEWAY_DATA_DIR: folder, ...(await databases.environmentOf(folder)) };
	}

	/** Writes a program into a folder of its own; returns the PATH on which it is found first. */
	async function insteadOf(program: string, script: string): Promise<string> {
		const folder = path.join(out, `programs-${program}`);
		await mkdir(folder, { recursive: true });
		await writeFile(path.join(folder, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
		return [folder, database.PATH].join(path.delimiter);
	}

	it('changes nothing where the database has tables', async () => {
		const { GATEWAY_DATA_DIR: folder = '' } = await place('taken');
		const ended = await runGateway(['restore', backup, '--force'], { GATEWAY_DATA_DIR: folder, ...database });
		expect(sentenceOf(ended)).toMatch(
			/^The database that DATABASE_URL names is not empty \(it has \d+ tables, such as \w+\)\. Create an empty database, and name it in DATABASE_URL\.$/,
		);
		expect((await readdir(folder)).filter((name) => name !== 'gateway.lock')).toEqual([]);
	});

	it('restores the tables of one schema, without those of other programs on the database', async () => {
		const shared = await place('shared');
		const empty = await place('alone');
		const inShop = ({ DATABASE_URL = '', ...others }: Record<string, string>) => ({
			...others,
			DATABASE_URL: `${DATABASE_URL}?options=-csearch_path%3Dshop`,
		});
		const other = [
			'create schema shop',
			'create schema "Other ""*"',
			'create table "Other ""*".people ()',
			'create table public.workflows ()',
		];
		await execute(shared.DATABASE_URL, other.join(';'));
		await (await startGatewayProcess(shared.GATEWAY_DATA_DIR ?? '', inShop(shared))).end('SIGTERM');
		const file = path.join(out, 'shared.tar.gz');
		expect(await runGateway(['backup', file], inShop(shared))).toMatchObject({ code: 0, stderr: '' });

		await execute(empty.DATABASE_URL, 'drop schema public');
		expect(await runGateway(['restore', file], inShop(empty))).toMatchObject({ code: 0, stderr: '' });
		expect((await runGateway(['keys', 'list'], inShop(empty))).code).toBe(0);
		const schemas = "select nspname as name from pg_namespace where nspname !~ '^(pg_|information_)'";
		expect(await execute(empty.DATABASE_URL, schemas)).toEqual([{ name: 'shop' }]);
	});

	it('explains a connection that the server refuses', async () => {
		const settings = await place('refused');
		const ended = await runGateway(['restore', backup], {
			...settings,
			DATABASE_URL: `${settings.DATABASE_URL ?? ''}-no-more`,
		});
		expect(sentenceOf(ended)).toMatch(/: there is no database of that name\. Create it/);
	});

	it('says what to install where pg_restore is missing, and finishes when it is there', async () => {
		const settings = await place('missing');
		expect(sentenceOf(await runGateway(['restore', backup], { ...settings, PATH: '/nowhere' }))).toMatch(
			/^pg_restore is not on the PATH, and a PostgreSQL database needs it\. Install .+, and run the command again\.$/,
		);
		expect(await runGateway(['restore', backup], settings)).toMatchObject({ code: 0, stderr: '' });
		expect((await runGateway(['keys', 'list'], settings)).code).toBe(0);
	});

	it('is finished by the next one when it is killed while pg_restore runs', async () => {
		const settings = await place('killed');
		const marker = path.join(out, 'pid');
		const PATH = await insteadOf(
			'pg_restore',
			`echo $$ > ${marker}.new; mv ${marker}.new ${marker}; exec sleep 600`,
		);
		const killed = spawn(process.execPath, [MAIN, 'restore', backup], {
			env: { ...settings, PATH },
			stdio: 'ignore',
		});
		await until('pg_restore to run', () => existsSync(marker));
		killed.kill('SIGKILL');
		await once(killed, 'exit');
		process.kill(Number(await readFile(marker, 'utf8')));
		for (const args of [[], ['keys', 'list'], ['backup', path.join(out, 'other.tar.gz')]]) {
			expect(sentenceOf(await runGateway(args, settings))).toContain(
				'was interrupted. Run it again with the same backup',
			);
		}
		expect(await runGateway(['restore', backup], settings)).toMatchObject({ code: 0, stderr: '' });
		expect((await runGateway(['keys', 'list'], settings)).code).toBe(0);
	});

	it('passes the password to pg_dump and pg_restore by no argument', async () => {
		const seen = path.join(out, 'arguments');
		const settings = await place('secret');
		const withPassword = (url = ''): string => url.replace('postgres@', 'postgres:tr0ub4dor@');
		const calls: { program: string; args: string[]; from: Record<string, string> }[] = [
			{
				program: 'pg_dump',
				args: ['backup', path.join(out, 'secret.tar.gz')],
				from: { ...database, GATEWAY_DATA_DIR: gateway.folder },
			},
			{ program: 'pg_restore', args: ['restore', backup], from: settings },
		];
		for (const { program, args, from } of calls) {
			const real = path.join(database.PATH?.split(path.delimiter)[0] ?? '', program);
			const ended = await runGateway(args, {
				...from,
				PATH: await insteadOf(program, `echo ${program} "$@" >> ${seen}; exec ${real} "$@"`),
				DATABASE_URL: withPassword(from.DATABASE_URL),
			});
			expect(ended).toMatchObject({ code: 0, stderr: '' });
		}
		const lines = await readFile(seen, 'utf8');
		expect(lines).toMatch(/^pg_dump .*\npg_restore .*\n$/);
		expect(lines).not.toContain('tr0ub4dor');
	});
});

/** Returns the version of the pg_dump on the PATH; null: there is none. */
function versionOfPgDump(): string | null {
	try {
		return /\d+(\.\d+)*/.exec(execFileSync('pg_dump', ['--version'], { encoding: 'utf8' }))?.[0] ?? null;
	} catch {
		return null;
	}
}
