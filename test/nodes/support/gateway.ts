import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { ROOT } from './root.ts';

const API_KEY = 'key-of-the-node-tests-0123456789';
const READY_LINE = /^Gateway ready at (http:\/\/127\.0\.0\.1:\d+)/;

export interface GatewayResponse<T> {
	status: number;
	body: T;
}

/** A gateway with the simulated network, in its own process and data folder. */
export interface Gateway {
	url: string;
	apiKey: string;
	/** Sends a request directly to the gateway, to prepare a test or to check its result. */
	request<T>(method: string, path: string, body?: object): Promise<GatewayResponse<T>>;
	/** Stops it with SIGTERM and returns its exit code. */
	stop(): Promise<number | null>;
}

export async function startGateway(environment: Record<string, string> = {}): Promise<Gateway> {
	const dataFolder = await mkdtemp(path.join(tmpdir(), 'messaging-gateway-data-'));
	const child = spawn(process.execPath, ['gateway/src/main.ts'], {
		cwd: ROOT,
		stdio: ['ignore', 'pipe', 'pipe'],
		env: {
			PATH: process.env.PATH,
			NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
			GATEWAY_PORT: '0',
			GATEWAY_DATA_DIR: dataFolder,
			GATEWAY_API_KEY: API_KEY,
			GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0',
			GATEWAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
			GATEWAY_RATE_LIMITS: 'off',
			...environment,
		},
	});
	const url = await readUrl(child).catch(async (error: unknown) => {
		await rm(dataFolder, { recursive: true, force: true });
		throw error;
	});
	return {
		url,
		apiKey: API_KEY,
		request: (method, requestPath, body) => request(url, method, requestPath, body),
		async stop() {
			const exited = once(child, 'exit') as Promise<[number | null]>;
			child.kill('SIGTERM');
			const [code] = await exited;
			await rm(dataFolder, { recursive: true, force: true });
			return code;
		},
	};
}

async function readUrl(child: ChildProcess): Promise<string> {
	let output = '';
	child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
	if (child.stdout) {
		for await (const line of createInterface({ input: child.stdout })) {
			const url = READY_LINE.exec(line)?.[1];
			if (url !== undefined) {
				// The rest of the output is discarded, because a full pipe would block the gateway.
				child.stdout.resume();
				return url;
			}
			output += `${line}\n`;
		}
	}
	throw new Error(`The gateway ended before it was ready:\n${output}`);
}

async function request<T>(
	url: string,
	method: string,
	requestPath: string,
	body?: object,
): Promise<GatewayResponse<T>> {
	const response = await fetch(`${url}${requestPath}`, {
		method,
		headers: {
			authorization: `Bearer ${API_KEY}`,
			...(body && { 'content-type': 'application/json' }),
		},
		...(body && { body: JSON.stringify(body) }),
	});
	return { status: response.status, body: (await response.json()) as T };
}
