import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createServer, type AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { residentMemory } from '../../bench/server/process-figures.ts';
import { temporaryStorage } from '../../bench/server/engine.ts';
import { launchGateway, type GatewayProcess, type LaunchedGateway } from '../../bench/server/gateway.ts';
import { openLog, type LogFindings } from './log-reader.ts';

/** The gateway under attack. It is restarted after an exit, so that a run finds more than the first fault. */
export interface Target {
	url: string;
	/** The unexpected exits of the process. */
	deaths: UnexpectedExit[];
	/** Memory of the process that runs, in bytes, a sample a second; begins anew with each process. */
	memory: number[];
	findings: LogFindings;
	/** Calls the interface; waits for a gateway that is on its way. Null: it did not answer. */
	call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown } | null>;
	/** Resolves when a gateway is ready; rejects when none will be any more. */
	ready(): Promise<GatewayProcess>;
	close(): Promise<void>;
}

export interface UnexpectedExit {
	/** Milliseconds the process had been ready. */
	lived: number;
	/** What was under way, as who attacks tells it. */
	underWay: string[];
	/** The end of the log. */
	log: string;
}

const SAMPLE = 1000;
/** Milliseconds a gateway may take to end in order. */
const STOP = 30_000;
const MONITOR = pathToFileURL(path.join(import.meta.dirname, 'monitor.mjs')).href;
/** Characters of a log that tell why a gateway ended. */
const LOG_SHOWN = 20_000;

/** `underWay` tells what was sent last; `mostDeaths`: it is not started again after so many. */
export async function startTarget(
	settings: Readonly<Record<string, string>>,
	preload: string,
	{
		underWay,
		mostDeaths,
		died,
	}: { underWay: () => string[]; mostDeaths: number; died: (death: UnexpectedExit) => Promise<void> },
): Promise<Target> {
	const place = await temporaryStorage({});
	const port = await freePort();
	const deaths: UnexpectedExit[] = [];
	const memory: number[] = [];
	let closing = false;
	let launched: LaunchedGateway | null = null;
	let current: Promise<GatewayProcess>;
	const url = `http://127.0.0.1:${port}`;

	async function launch(): Promise<GatewayProcess> {
		launched = await launchGateway({
			folder: place.folder,
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

	async function onGone(lived: number): Promise<void> {
		if (closing) return;
		await log.read();
		const text = await readFile(path.join(place.folder, 'gateway.log'), 'utf8');
		const death = { lived, underWay: underWay(), log: text.slice(-LOG_SHOWN) };
		deaths.push(death);
		current =
			deaths.length > mostDeaths
				? Promise.reject(new Error('The gateway ended too often.'))
				: died(death).then(begin);
		current.catch(() => undefined);
	}

	current = begin();
	await current;
	const log = await openLog(path.join(place.folder, 'gateway.log'));
	const sampling = setInterval(() => {
		current.then(
			(gateway) => {
				if (gateway.running()) memory.push(residentMemory(gateway.pid));
			},
			() => undefined,
		);
		log.read().catch(() => undefined);
	}, SAMPLE);
	return {
		url,
		deaths,
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
			const giveUp = setTimeout(() => void launched?.end('SIGKILL'), STOP);
			await launched?.end('SIGTERM');
			clearTimeout(giveUp);
			await log.read();
			await log.close();
			await place.remove();
		},
	};
}

async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}
