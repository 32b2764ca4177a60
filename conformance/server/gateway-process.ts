import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MAIN = path.join(import.meta.dirname, '../../gateway/src/main.ts');
/** The key every gateway of a run begins with: full access. */
const FULL_KEY = 'conformance-key-0123456789abcdef';
/** Milliseconds a gateway may take to get ready. */
const START = 30_000;

export interface GatewayProcess {
	url: string;
	/** A key with full access. */
	key: string;
	folder: string;
	/** Null while it runs. */
	exitCode(): number | null;
	/** The token of the one-time link it printed when it started; null where the owner has a password. */
	setupToken(): string | null;
	/** What it logged so far. */
	log(): string;
	signal(name: NodeJS.Signals): void;
	/** Ends it in order, waits for that, and removes its folder unless told to keep it; returns the exit code. */
	stop(folder?: 'keep'): Promise<number | null>;
}

const ENVIRONMENT = {
	GATEWAY_PORT: '0',
	GATEWAY_API_KEY: FULL_KEY,
	GATEWAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
	GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0',
	GATEWAY_RATE_LIMITS: 'off',
	GATEWAY_LOG_LEVEL: 'warn',
};

/**
 * Starts a gateway as a process of its own, with an empty data folder unless one is given; resolves when it says
 * it is ready.
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
	const closeSchema = once(child, 'close').then(([code]) => code as number | null);
	// A checker that is ended leaves no gateway behind.
	const kill = (): void => void child.kill('SIGKILL');
	process.once('exit', kill);
	const deadline = performance.now() + START;
	let url: string | undefined;
	while (url === undefined) {
		if (child.exitCode !== null)
			throw new Error(`The gateway ended at once: ${output.stdout}${output.stderr}`);
		if (performance.now() > deadline) throw new Error(`The gateway did not get ready: ${output.stdout}`);
		await new Promise((resolve) => setTimeout(resolve, 20));
		url = /^Gateway ready at (\S+)$/m.exec(output.stdout)?.[1];
	}
	return {
		url,
		key: FULL_KEY,
		folder,
		exitCode: () => child.exitCode,
		setupToken: () => /#\/setup\/(\S+)/.exec(output.stdout)?.[1] ?? null,
		log: () => output.stdout + output.stderr,
		signal: (name) => void child.kill(name),
		async stop(end) {
			if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
			const code = await closeSchema;
			process.removeListener('exit', kill);
			if (end !== 'keep') await rm(folder, { recursive: true, force: true });
			return code;
		},
	};
}

/** Runs the gateway's command line; `preload` is a module that is loaded before it. */
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
