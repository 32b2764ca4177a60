import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient, type Client } from './client.ts';
import { databaseEnvironment } from './database.ts';
import { MAIN } from './gateway-main.ts';
import { API_KEY } from './gateway.ts';

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

interface Program {
	/** The script that runs; absent: this version's. */
	main?: string;
	/** The largest file that it writes, in blocks of the shell's `ulimit`. */
	fileSize?: string;
	/** The most files that it has open. */
	openFiles?: string;
	/** The most threads that its account may have, where the system enforces it. */
	threads?: string;
	/** It can write to its data folder only, as in a container whose file system is read-only. Needs rights to mount. */
	readOnlyRoot?: true;
}

/** The program with which the file system is read-only outside the data folder, in a mount namespace of its own. */
const READ_ONLY_ROOT = [
	...['unshare', '--mount', 'sh', '-c'],
	'mount --bind "$GATEWAY_DATA_DIR" "$GATEWAY_DATA_DIR" && mount -o remount,bind,ro / && exec "$0" "$@"',
];

function launch(
	args: readonly string[],
	environment: Environment,
	{ main = MAIN, fileSize, openFiles, threads, readOnlyRoot }: Program = {},
) {
	const command = [process.execPath, main, ...args];
	// The shell sets the limits, and is replaced by the gateway.
	const limits = [
		...(fileSize === undefined ? [] : [`ulimit -f ${fileSize}`]),
		...(openFiles === undefined ? [] : [`ulimit -n ${openFiles}`]),
	];
	const limited = limits.length === 0 ? [] : ['sh', '-c', [...limits, 'exec "$0" "$@"'].join('; ')];
	const confined = readOnlyRoot === undefined ? [] : READ_ONLY_ROOT;
	const threaded = threads === undefined ? [] : ['prlimit', `--nproc=${threads}`];
	const [file = '', ...rest] = [...confined, ...threaded, ...limited, ...command];
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
	const { GATEWAY_DATA_DIR: folder, DATABASE_URL: url } = environment;
	const database = folder === undefined || url !== undefined ? {} : await databaseEnvironment(folder);
	// A start that is to fail for another reason must find its port free.
	const port = args.length === 0 ? { GATEWAY_PORT: '0' } : {};
	return launch(args, { ...database, ...port, ...environment }).finished;
}

/** Returns what a process wrote for people on stderr, without the lines of its log, which are JSON. */
export function withoutLog(stderr: string): string {
	return stderr.replace(/^\{.*\}\n/gm, '');
}

/** Starts `messaging-gateway` as its own process on a free port; resolves when it is ready. */
export async function startGatewayProcess(
	folder: string,
	environment: Environment = {},
	program: Program = {},
): Promise<GatewayProcess> {
	return (await beginGatewayProcess(folder, environment, program)).ready;
}

/** A gateway that is starting. */
export interface StartingGateway {
	/** Resolves when it is ready; rejects when it ends before. */
	ready: Promise<GatewayProcess>;
	/** Returns what it logged so far. */
	logged(): string;
	/** Sends a signal; resolves when the process has ended. */
	end(signal: NodeJS.Signals): Promise<Finished>;
	finished: Promise<Finished>;
}

/** Starts `messaging-gateway` as its own process, without waiting for it. */
export async function beginGatewayProcess(
	folder: string,
	environment: Environment = {},
	program: Program = {},
): Promise<StartingGateway> {
	const settings = {
		...(environment.DATABASE_URL === undefined ? await databaseEnvironment(folder) : {}),
		GATEWAY_PORT: '0',
		GATEWAY_DATA_DIR: folder,
		GATEWAY_API_KEY: API_KEY,
		GATEWAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
		GATEWAY_MEDIA_ALLOW: '127.0.0.0/8',
		GATEWAY_RATE_LIMITS: 'off',
		...environment,
	};
	const { child, output, finished } = launch([], settings, program);
	const end = (signal: NodeJS.Signals): Promise<Finished> => {
		child.kill(signal);
		return finished;
	};
	const ready = readiness(child, output).then(async (url) => ({
		...createClient(url, API_KEY),
		url,
		pid: child.pid,
		setupLink: await readFile(path.join(folder, 'setup-link.txt'), 'utf8').catch(() => null),
		output: () => output,
		finished,
		end,
	}));
	// A caller that ends it does not wait for it to get ready.
	ready.catch(() => undefined);
	return { ready, logged: () => output.stderr, finished, end };
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
