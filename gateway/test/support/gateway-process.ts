import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient, type Client } from './client.ts';
import { databaseEnvironment } from './database.ts';
import { API_KEY } from './gateway.ts';

const MAIN = path.join(import.meta.dirname, '../../src/main.ts');

export interface Finished {
	code: number | null;
	stdout: string;
	stderr: string;
}

export interface GatewayProcess extends Client {
	url: string;
	pid: number | undefined;
	/** The one-time link to set a password that this start wrote to its data folder; null: there is a password. */
	setupLink: string | null;
	/** Returns what the process printed so far. */
	output(): { stdout: string; stderr: string };
	/** Sends a signal; resolves when the process has ended. */
	end(signal: NodeJS.Signals): Promise<Finished>;
	/** Resolves when the process has ended. */
	finished: Promise<Finished>;
}

type Environment = Record<string, string>;

/** A gateway inherits only the variables of the tests that do not configure it. */
const { PATH, NODE_COMPILE_CACHE } = process.env;
const INHERITED = { PATH, NODE_COMPILE_CACHE };

function launch(args: readonly string[], environment: Environment, fileSize?: string) {
	const command = [process.execPath, MAIN, ...args];
	// The shell sets the limit, and is replaced by the gateway.
	const limited = fileSize === undefined ? [] : ['sh', '-c', `ulimit -f ${fileSize}; exec "$0" "$@"`];
	const [file = '', ...rest] = [...limited, ...command];
	const child: ChildProcess = spawn(file, rest, {
		env: { ...INHERITED, ...environment },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const output = { stdout: '', stderr: '' };
	child.stdout?.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
	child.stderr?.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
	const finished = once(child, 'close').then(([code]) => ({ code: code as number | null, ...output }));
	return { child, output, finished };
}

/** Runs the command line until it ends. */
export async function runGateway(args: readonly string[], environment: Environment): Promise<Finished> {
	const folder = environment.GATEWAY_DATA_DIR;
	const database = folder === undefined ? {} : await databaseEnvironment(folder);
	return launch(args, { ...database, ...environment }).finished;
}

/**
 * Starts `messaging-gateway` as its own process on a free port; resolves when it is ready. `fileSize` limits the size
 * of each file that it writes, in blocks of the shell's `ulimit`.
 */
export async function startGatewayProcess(
	folder: string,
	environment: Environment = {},
	{ fileSize }: { fileSize?: string } = {},
): Promise<GatewayProcess> {
	const settings = {
		...(await databaseEnvironment(folder)),
		GATEWAY_PORT: '0',
		GATEWAY_DATA_DIR: folder,
		GATEWAY_API_KEY: API_KEY,
		GATEWAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
		GATEWAY_MEDIA_ALLOW: '127.0.0.0/8',
		GATEWAY_RATE_LIMITS: 'off',
		...environment,
	};
	const { child, output, finished } = launch([], settings, fileSize);
	const url = await readiness(child, output);
	return {
		...createClient(url, API_KEY),
		url,
		pid: child.pid,
		setupLink: await readFile(path.join(folder, 'setup-link.txt'), 'utf8').catch(() => null),
		output: () => output,
		finished,
		end(signal) {
			child.kill(signal);
			return finished;
		},
	};
}

/** Milliseconds for a start on a busy machine. */
const START_TIMEOUT = 120_000;

/** Resolves with the URL in the gateway's output. Reads it when it is printed, to leave the processor to the gateway. */
function readiness(child: ChildProcess, output: { stdout: string; stderr: string }): Promise<string> {
	return new Promise((resolve, reject) => {
		const timeout = setTimeout(() => {
			reject(new Error(`The gateway did not get ready: ${output.stderr}`));
		}, START_TIMEOUT);
		child.stdout?.on('data', () => {
			const url = /^Gateway ready at (\S+)$/m.exec(output.stdout)?.[1];
			if (url === undefined) return;
			clearTimeout(timeout);
			resolve(url);
		});
		child.once('close', () => {
			clearTimeout(timeout);
			reject(new Error(`The gateway ended: ${output.stderr}`));
		});
	});
}
