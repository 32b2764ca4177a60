import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type Client } from './client.ts';

const MAIN = path.join(import.meta.dirname, '../../gateway/dist/main.js');
/** An API key with full access. */
const KEY = 'bench-key-0123456789abcdefghij';
/** Milliseconds until a gateway must be ready. */
const START_TIMEOUT = 30_000;

export interface GatewayProcess extends Client {
	url: string;
	key: string;
	pid: number;
	/** Milliseconds from the start of the process until it was ready. */
	startedIn: number;
	/** Returns its log so far. */
	log(): Promise<string>;
	running(): boolean;
	/** Sends the signal and resolves when the process has exited. */
	end(signal: NodeJS.Signals): Promise<void>;
}

export interface GatewayOptions {
	/** Folder of its data, its log and, with `profile`, its CPU profile. */
	folder: string;
	/** GATEWAY_* and DATABASE_URL. */
	settings?: Readonly<Record<string, string>>;
	/** Whether Node writes a CPU profile at exit. */
	profile?: boolean;
}

const SETTINGS = {
	GATEWAY_PORT: '0',
	GATEWAY_API_KEY: KEY,
	GATEWAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
	GATEWAY_MEDIA_ALLOW: '127.0.0.0/8',
	// Gateways on one database need the same key.
	GATEWAY_ENCRYPTION_KEY: Buffer.alloc(32, 'bench').toString('base64'),
	GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0',
	// Requests are counted, as in production, but none is rejected.
	GATEWAY_RATE_LIMITS: 'messages=1000000000,instances=1000000000,webhooks=1000000000,general=1000000000',
};

/** A gateway process that may not be ready yet. */
export interface LaunchedGateway {
	ready: Promise<GatewayProcess>;
	/** Resolves when the process has exited for any reason. */
	gone: Promise<void>;
	/** Sends the signal, ready or not, and resolves when the process has exited. */
	end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts the built gateway in its own process. Resolves when it is ready; throws when it is not ready in time. */
export async function startGateway(options: GatewayOptions): Promise<GatewayProcess> {
	return (await launchGateway(options)).ready;
}

/** Starts the built gateway in its own process without waiting until it is ready. */
export async function launchGateway(options: GatewayOptions): Promise<LaunchedGateway> {
	if (!existsSync(MAIN)) throw new Error(`${MAIN} does not exist. Build it with: npx gulp gateway`);
	const { folder, settings = {}, profile = false } = options;
	const logFile = path.join(folder, 'gateway.log');
	const log = await open(logFile, 'a');
	const startedAt = performance.now();
	const child = spawn(
		process.execPath,
		[...(profile ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []), MAIN],
		{
			env: { PATH: process.env.PATH, GATEWAY_DATA_DIR: folder, ...SETTINGS, ...settings },
			stdio: ['ignore', 'pipe', log.fd],
		},
	);
	await log.close();
	// A gateway does not outlive this process.
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
		const url = await Promise.race([
			readyUrl(child),
			gone.then(() => null),
			sleep(START_TIMEOUT, null, { ref: false }),
		]);
		if (url === null) {
			kill();
			throw new Error(`The gateway was not ready in time: ${await readFile(logFile, 'utf8')}`);
		}
		if (settings.DATABASE_URL !== undefined && existsSync(path.join(folder, 'gateway.db'))) {
			kill();
			throw new Error('The gateway ignored DATABASE_URL and created a SQLite file.');
		}
		return {
			...createClient(url, KEY),
			url,
			key: KEY,
			pid: child.pid ?? 0,
			startedIn: performance.now() - startedAt,
			log: () => readFile(logFile, 'utf8'),
			running: () => child.exitCode === null && child.signalCode === null,
			end,
		};
	}
	return { ready: ready(), gone, end };
}

/** Resolves with the URL that the gateway prints when it is ready. */
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
