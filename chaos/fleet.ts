import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Storage } from '../bench/server/engine.ts';
import { launchGateway, type GatewayProcess, type LaunchedGateway } from '../bench/server/gateway.ts';
import type { Random } from './random.ts';

/** The gateways of a run: one on SQLite, several on one PostgreSQL database. */
export interface Fleet {
	size: number;
	/** Waits for a ready gateway and returns it. */
	any(random: Random): Promise<GatewayProcess>;
	/** Starts the gateway at this place of the fleet; `settings` hold until it is started again. */
	start(index: number, settings: Settings): Promise<LaunchedGateway>;
	/** Stops it, ready or not, and resolves when it has exited. */
	end(index: number, signal: NodeJS.Signals): Promise<void>;
	endAll(signal: NodeJS.Signals): Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

/** Milliseconds until there has to be a gateway that is ready. */
const PATIENCE = 60_000;
/** Milliseconds until one that ended of itself is started again. */
const AGAIN = 200;
/** Characters of a log that tell why a gateway ended. */
const LOG_SHOWN = 2000;

/** Gateways that share what `places` share. One that ends of itself is told of, and started again. */
export function createFleet(
	places: readonly Storage[],
	common: Settings,
	onDeath: (gateway: number, log: string) => void,
): Fleet {
	const launched = new Map<number, LaunchedGateway>();
	const ready = new Map<number, GatewayProcess>();
	/** Those that somebody ended and has not started again. */
	const ended = new Set<number>();
	let waiting: (() => void)[] = [];

	async function start(index: number, own: Settings): Promise<LaunchedGateway> {
		const place = places[index];
		if (place === undefined) throw new Error(`There is no gateway ${index}.`);
		const gateway = await launchGateway({
			folder: place.folder,
			settings: { ...place.settings, ...common, ...own },
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
			// Who ended it knows, and any other end is told of below.
			() => undefined,
		);
		void gateway.gone.then(async () => {
			if (launched.get(index) !== gateway) return;
			launched.delete(index);
			if (ready.delete(index)) {
				const log = await readFile(path.join(place.folder, 'gateway.log'), 'utf8');
				onDeath(index, log.slice(-LOG_SHOWN));
			}
			// One that did not get ready met a database that was down: it is started until it does.
			await new Promise((resolve) => setTimeout(resolve, AGAIN));
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

	/** Resolves when a gateway has become ready. */
	function nextReady(): Promise<void> {
		return new Promise((resolve, reject) => {
			const timer = setTimeout(() => {
				reject(new Error(`No gateway was ready for ${PATIENCE / 1000} seconds.`));
			}, PATIENCE);
			waiting.push(() => {
				clearTimeout(timer);
				resolve();
			});
		});
	}

	return {
		size: places.length,
		async any(random) {
			for (;;) {
				const [first, ...others] = ready.values();
				if (first !== undefined) return random.pick([first, ...others]);
				await nextReady();
			}
		},
		start,
		end,
		async endAll(signal) {
			await Promise.all(places.map((_, index) => end(index, signal)));
		},
	};
}
