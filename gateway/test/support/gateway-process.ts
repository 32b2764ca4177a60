import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
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
	/** What it printed so far. */
	output(): { stdout: string; stderr: string };
	/** Sends the signal and resolves when the process is gone. */
	end(signal: NodeJS.Signals): Promise<Finished>;
	/** Resolves when the process is gone, however it ended. */
	finished: Promise<Finished>;
}

type Environment = Record<string, string>;

/** What a gateway has of the environment of the tests: nothing that configures it. */
const { PATH, NODE_COMPILE_CACHE } = process.env;
const OWN = { PATH, NODE_COMPILE_CACHE };

function launch(args: readonly string[], environment: Environment, fileSize?: string) {
	const command = [process.execPath, MAIN, ...args];
	// The shell is there for the limit, and makes room for the gateway.
	const limited = fileSize === undefined ? [] : ['sh', '-c', `ulimit -f ${fileSize}; exec "$0" "$@"`];
	const [file = '', ...rest] = [...limited, ...command];
	const child: ChildProcess = spawn(file, rest, {
		env: { ...OWN, ...environment },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const output = { stdout: '', stderr: '' };
	child.stdout?.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
	child.stderr?.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
	const finished = once(child, 'close').then(([code]) => ({ code: code as number | null, ...output }));
	return { child, output, finished };
}

/** Runs the command line to its end. */
export async function runGateway(args: readonly string[], environment: Environment): Promise<Finished> {
	const folder = environment.GATEWAY_DATA_DIR;
	const database = folder === undefined ? {} : await databaseEnvironment(folder);
	return launch(args, { ...database, ...environment }).finished;
}

/**
 * Starts `messaging-gateway` as its own process on a free port; resolves when it says it is ready. No file it writes
 * becomes larger than `fileSize` blocks, as the shell counts them.
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
		GATEWAY_RATE_LIMITS: 'off',
		...environment,
	};
	const { child, output, finished } = launch([], settings, fileSize);
	const url = await readiness(child, output);
	return {
		...createClient(url, API_KEY),
		url,
		pid: child.pid,
		output: () => output,
		finished,
		end(signal) {
			child.kill(signal);
			return finished;
		},
	};
}

/** Milliseconds a start may take on a busy machine. */
const START = 120_000;

/** Resolves with the address a gateway says it is ready at, without a look at it in between: it needs the processor. */
function readiness(child: ChildProcess, output: { stdout: string; stderr: string }): Promise<string> {
	return new Promise((resolve, reject) => {
		const giveUp = setTimeout(() => {
			reject(new Error(`The gateway did not get ready: ${output.stderr}`));
		}, START);
		child.stdout?.on('data', () => {
			const url = /^Gateway ready at (\S+)$/m.exec(output.stdout)?.[1];
			if (url === undefined) return;
			clearTimeout(giveUp);
			resolve(url);
		});
		child.once('close', () => {
			clearTimeout(giveUp);
			reject(new Error(`The gateway ended: ${output.stderr}`));
		});
	});
}
