import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient, type Client } from './client.ts';

const MAIN = path.join(import.meta.dirname, '../../gateway/dist/gateway/src/main.js');
/** The key every gateway here begins with: full access. */
const KEY = 'bench-key-0123456789abcdefghij';
/** Milliseconds a gateway may take to get ready. */
const START = 30_000;

export interface GatewayProcess extends Client {
	url: string;
	key: string;
	pid: number;
	/** Milliseconds from the start of the process until it said it is ready. */
	startedIn: number;
	/** What it logged so far. */
	log(): Promise<string>;
	running(): boolean;
	/** Sends the signal and resolves when the process is gone. */
	end(signal: NodeJS.Signals): Promise<void>;
}

export interface GatewayOptions {
	/** Where its data, its log and, with `profile`, its CPU profile go. */
	folder: string;
	/** GATEWAY_* and DATABASE_URL. */
	settings?: Readonly<Record<string, string>>;
	/** Lets Node write a CPU profile at the end. */
	profile?: boolean;
}

const SETTINGS = {
	GATEWAY_PORT: '0',
	GATEWAY_API_KEY: KEY,
	GATEWAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
	GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0',
	// Everything is counted and nothing is refused.
	GATEWAY_RATE_LIMITS: 'messages=1000000000,instances=1000000000,webhooks=1000000000,general=1000000000',
};

/** A gateway that is on its way to be ready. */
export interface LaunchedGateway {
	ready: Promise<GatewayProcess>;
	/** Resolves when the process is gone, however that came. */
	gone: Promise<void>;
	/** Sends the signal, ready or not, and resolves when the process is gone. */
	end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts the built gateway as a process of its own; resolves when it says it is ready. */
export async function startGateway(options: GatewayOptions): Promise<GatewayProcess> {
	return (await launchGateway(options)).ready;
}

/** The same, for who may not want to wait. */
export async function launchGateway(options: GatewayOptions): Promise<LaunchedGateway> {
	if (!existsSync(MAIN)) throw new Error(`${MAIN} is not there. Build it with: npx gulp gateway`);
	const { folder, settings = {}, profile = false } = options;
	const logFile = path.join(folder, 'gateway.log');
	const log = await open(logFile, 'a');
	const begun = performance.now();
	const child = spawn(
		process.execPath,
		[...(profile ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []), MAIN],
		{
			env: { PATH: process.env.PATH, GATEWAY_DATA_DIR: folder, ...SETTINGS, ...settings },
			stdio: ['ignore', 'pipe', log.fd],
		},
	);
	await log.close();
	// Who is ended leaves no gateway behind.
	const kill = (): void => void child.kill('SIGKILL');
	process.once('exit', kill);
	const gone = once(child, 'close').then(() => {
		process.removeListener('exit', kill);
	});
	const end = (signal: NodeJS.Signals): Promise<void> => {
		child.kill(signal);
		return gone;
	};

	async function ready(): Promise<GatewayProcess> {
		const url = await Promise.race([readyUrl(child), gone.then(() => null), elapsed(START)]);
		if (url === null) {
			kill();
			throw new Error(`The gateway did not get ready: ${await readFile(logFile, 'utf8')}`);
		}
		if (settings.DATABASE_URL !== undefined && existsSync(path.join(folder, 'gateway.db'))) {
			kill();
			throw new Error('This gateway does not know DATABASE_URL: it made a SQLite file.');
		}
		return {
			...createClient(url, KEY),
			url,
			key: KEY,
			pid: child.pid ?? 0,
			startedIn: performance.now() - begun,
			log: () => readFile(logFile, 'utf8'),
			running: () => child.exitCode === null && child.signalCode === null,
			end,
		};
	}
	return { ready: ready(), gone, end };
}

/** Resolves with the address in the line that says so. */
function readyUrl(child: ChildProcess): Promise<string> {
	let stdout = '';
	return new Promise((resolve) => {
		child.stdout?.on('data', (chunk: Buffer) => {
			stdout += chunk.toString();
			const url = /^Gateway ready at (\S+)$/m.exec(stdout)?.[1];
			if (url !== undefined) resolve(url);
		});
	});
}

/** Resolves with null after as many milliseconds; nothing is kept running by it. */
function elapsed(milliseconds: number): Promise<null> {
	return new Promise((resolve) => {
		setTimeout(() => {
			resolve(null);
		}, milliseconds).unref();
	});
}
