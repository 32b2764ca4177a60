import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { residentMemory } from '../../bench/server/process-figures.ts';
import { temporaryStorage } from '../../bench/server/engine.ts';
import { launchGateway, type GatewayProcess, type LaunchedGateway } from '../../bench/server/gateway.ts';
import { findFreePort } from '../../playground/src/process/ports.ts';
import { openLog, type LogFindings } from './log-reader.ts';

/** The gateway under attack. It is restarted after an exit, so that a run finds more than the first fault. */
export interface Target {
	url: string;
	/** The unexpected exits so far. */
	exits: UnexpectedExit[];
	/** Memory of the running process in bytes, one sample per second. A new process starts a new series. */
	memory: number[];
	findings: LogFindings;
	/** Sends a request, after waiting for a gateway that is starting. Null: there was no response. */
	call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown } | null>;
	/** Resolves when a gateway is ready; rejects after too many exits. */
	ready(): Promise<GatewayProcess>;
	close(): Promise<void>;
}

export interface UnexpectedExit {
	/** Milliseconds since the process became ready. */
	uptime: number;
	/** The latest cases before the exit. */
	recentCases: string[];
	/** The end of the log. */
	log: string;
}

/** Milliseconds between two memory samples. */
const SAMPLE_INTERVAL = 1000;
/** Milliseconds from SIGTERM until SIGKILL. */
const STOP_TIMEOUT = 30_000;
const MONITOR = pathToFileURL(path.join(import.meta.dirname, 'monitor.mjs')).href;
/** Maximum characters stored of the end of a log. */
const LOG_LENGTH = 20_000;

/**
 * Starts the gateway. After an unexpected exit it calls `onExit` and starts it again, up to `maxExits` times.
 * `recentCases` returns the latest cases.
 */
export async function startTarget(
	settings: Readonly<Record<string, string>>,
	preload: string,
	{
		recentCases,
		maxExits,
		onExit,
	}: { recentCases: () => string[]; maxExits: number; onExit: (exit: UnexpectedExit) => Promise<void> },
): Promise<Target> {
	const storage = await temporaryStorage({});
	const port = await findFreePort();
	const exits: UnexpectedExit[] = [];
	const memory: number[] = [];
	let closing = false;
	let launched: LaunchedGateway | null = null;
	let current: Promise<GatewayProcess>;
	const url = `http://127.0.0.1:${port}`;

	async function launch(): Promise<GatewayProcess> {
		launched = await launchGateway({
			folder: storage.folder,
			settings: {
				...settings,
				GATEWAY_PORT: String(port),
				NODE_OPTIONS: `${preload} --import ${MONITOR}`,
			},
		});
		let ready = 0;
		void launched.gone.then(() => onGone(ready === 0 ? 0 : performance.now() - ready));
		const gateway = await launched.ready;
		ready = performance.now();
		memory.length = 0;
		return gateway;
	}

	function begin(): Promise<GatewayProcess> {
		const starting = launch();
		starting.catch(() => undefined);
		return starting;
	}

	async function onGone(uptime: number): Promise<void> {
		if (closing) return;
		await log.read();
		const text = await readFile(path.join(storage.folder, 'gateway.log'), 'utf8');
		const exit = { uptime, recentCases: recentCases(), log: text.slice(-LOG_LENGTH) };
		exits.push(exit);
		current =
			exits.length > maxExits
				? Promise.reject(new Error('The gateway exited too often.'))
				: onExit(exit).then(begin);
		current.catch(() => undefined);
	}

	current = begin();
	await current;
	const log = await openLog(path.join(storage.folder, 'gateway.log'));
	const sampling = setInterval(() => {
		current.then(
			(gateway) => {
				if (gateway.running()) memory.push(residentMemory(gateway.pid));
			},
			() => undefined,
		);
		log.read().catch(() => undefined);
	}, SAMPLE_INTERVAL);
	return {
		url,
		exits,
		memory,
		findings: log.findings,
		async call(method, route, body) {
			try {
				return await (await current).call(method, route, body);
			} catch {
				return null;
			}
		},
		ready: () => current,
		async close() {
			closing = true;
			clearInterval(sampling);
			const killTimer = setTimeout(() => void launched?.end('SIGKILL'), STOP_TIMEOUT);
			await launched?.end('SIGTERM');
			clearTimeout(killTimer);
			await log.read();
			await log.close();
			await storage.remove();
		},
	};
}
