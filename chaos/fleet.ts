import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Storage } from '../bench/server/engine.ts';
import { launchGateway, type GatewayProcess, type LaunchedGateway } from '../bench/server/gateway.ts';
import type { Random } from './random.ts';

/** The gateways of a run: one on SQLite, several on one PostgreSQL database. */
export interface Fleet {
	size: number;
	/** Waits for a ready gateway and returns it. */
	anyReady(random: Random): Promise<GatewayProcess>;
	/** Starts the gateway with this index. `settings` apply until its next start. */
	start(index: number, settings: Settings): Promise<LaunchedGateway>;
	/** Stops it, ready or not, and resolves when it has exited. */
	end(index: number, signal: NodeJS.Signals): Promise<void>;
	endAll(signal: NodeJS.Signals): Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

/** Milliseconds until a gateway must be ready. */
const READY_TIMEOUT = 60_000;
/** Milliseconds until a gateway is started again after an unexpected exit. */
const RESTART_DELAY = 200;
/** Characters of the end of a log that are recorded. */
const LOG_LENGTH = 2000;

/** Creates a fleet with one gateway per storage. Reports unexpected exits with `onExit` and starts the gateway again. */
export function createFleet(
	storages: readonly Storage[],
	common: Settings,
	onExit: (gateway: number, log: string) => void,
): Fleet {
	const launched = new Map<number, LaunchedGateway>();
	const ready = new Map<number, GatewayProcess>();
	/** Gateways that `end` stopped. */
	const ended = new Set<number>();
	let waiting: (() => void)[] = [];

	async function start(index: number, own: Settings): Promise<LaunchedGateway> {
		const storage = storages[index];
		if (storage === undefined) throw new Error(`There is no gateway ${index}.`);
		const gateway = await launchGateway({
			folder: storage.folder,
			settings: { ...storage.settings, ...common, ...own },
		});
		ended.delete(index);
		launched.set(index, gateway);
		gateway.ready.then(
			(process) => {
				if (launched.get(index) !== gateway) return;
				ready.set(index, process);
				for (const resolve of waiting) resolve();
				waiting = [];
			},
			// The handler of `gone` handles the exit.
			() => undefined,
		);
		void gateway.gone.then(async () => {
			if (launched.get(index) !== gateway) return;
			launched.delete(index);
			if (ready.delete(index)) {
				const log = await readFile(path.join(storage.folder, 'gateway.log'), 'utf8');
				onExit(index, log.slice(-LOG_LENGTH));
			}
			// A gateway that never became ready met a database that was down: it is started until it becomes ready.
			await sleep(RESTART_DELAY);
			if (!launched.has(index) && !ended.has(index)) await start(index, own);
		});
		return gateway;
	}

	async function end(index: number, signal: NodeJS.Signals): Promise<void> {
		ended.add(index);
		ready.delete(index);
		const gateway = launched.get(index);
		launched.delete(index);
		await gateway?.end(signal);
	}

	/** Resolves when the next gateway becomes ready. Throws after the time limit. */
	function nextReady(): Promise<void> {
		return new Promise((resolve, reject) => {
			const timer = setTimeout(() => {
				reject(new Error(`No gateway was ready for ${READY_TIMEOUT / 1000} seconds.`));
			}, READY_TIMEOUT);
			waiting.push(() => {
				clearTimeout(timer);
				resolve();
			});
		});
	}

	return {
		size: storages.length,
		async anyReady(random) {
			for (;;) {
				const [first, ...others] = ready.values();
				if (first !== undefined) return random.pick([first, ...others]);
				await nextReady();
			}
		},
		start,
		end,
		async endAll(signal) {
			await Promise.all(storages.map((_, index) => end(index, signal)));
		},
	};
}
