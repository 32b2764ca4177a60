import { existsSync, readFileSync } from 'node:fs';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const MAIN = path.join(import.meta.dirname, '../../gateway/src/main.ts');
/** The first API key of every gateway, with full access. */
const FULL_KEY = 'conformance-key-0123456789abcdef';
/** Milliseconds until a gateway must be ready. */
const START_TIMEOUT = 30_000;

export interface GatewayProcess {
	url: string;
	/** A key with full access. */
	key: string;
	folder: string;
	/** Returns the exit code; null: it still runs. */
	exitCode(): number | null;
	/** Returns the token of the setup link that it printed at its start; null: the owner has a password. */
	setupToken(): string | null;
	/** Returns its output so far. */
	log(): string;
	signal(name: NodeJS.Signals): void;
	/** Stops it with SIGTERM and removes its folder, unless `keep`. Returns the exit code. */
	stop(mode?: 'keep'): Promise<number | null>;
}

const ENVIRONMENT = {
	GATEWAY_PORT: '0',
	GATEWAY_API_KEY: FULL_KEY,
	GATEWAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
	GATEWAY_MEDIA_ALLOW: '127.0.0.0/8',
	GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0',
	GATEWAY_RATE_LIMITS: 'off',
	GATEWAY_LOG_LEVEL: 'warn',
};

/**
 * Starts a gateway in its own process, with an empty data folder unless one is given. Resolves when it is ready; throws
 * when it exits or is not ready in time.
 */
export async function startGateway(
	settings: Readonly<Record<string, string>> = {},
	existingFolder?: string,
): Promise<GatewayProcess> {
	const folder = existingFolder ?? (await mkdtemp(path.join(tmpdir(), 'gateway-conformance-')));
	const child = runMain([], { ...ENVIRONMENT, ...settings, GATEWAY_DATA_DIR: folder });
	const output = { stdout: '', stderr: '' };
	child.stdout?.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
	child.stderr?.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
	const closed = once(child, 'close').then(([code]) => code as number | null);
	// A gateway does not outlive the checker.
	const kill = (): void => void child.kill('SIGKILL');
	process.once('exit', kill);
	const deadline = performance.now() + START_TIMEOUT;
	let url: string | undefined;
	while (url === undefined) {
		if (child.exitCode !== null)
			throw new Error(`The gateway exited at its start: ${output.stdout}${output.stderr}`);
		if (performance.now() > deadline) throw new Error(`The gateway was not ready in time: ${output.stdout}`);
		await sleep(20);
		url = /^Gateway ready at (\S+)$/m.exec(output.stdout)?.[1];
	}
	return {
		url,
		key: FULL_KEY,
		folder,
		exitCode: () => child.exitCode,
		setupToken: () => setupTokenIn(folder),
		log: () => output.stdout + output.stderr,
		signal: (name) => void child.kill(name),
		async stop(mode) {
			if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
			const code = await closed;
			process.removeListener('exit', kill);
			if (mode !== 'keep') await rm(folder, { recursive: true, force: true });
			return code;
		},
	};
}

/** The token of the link to set the owner's password, which the gateway writes to its data folder. */
function setupTokenIn(folder: string): string | null {
	const file = path.join(folder, 'setup-link.txt');
	return existsSync(file) ? (/#\/setup\/(\S+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? null) : null;
}

/** Runs the gateway's command line. `preload` modules are imported before it. */
export function runMain(
	args: readonly string[],
	environment: Readonly<Record<string, string>>,
	preload: readonly string[] = [],
): ChildProcess {
	return spawn(process.execPath, [...preload.flatMap((module) => ['--import', module]), MAIN, ...args], {
		env: { PATH: process.env.PATH, ...environment },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
}
