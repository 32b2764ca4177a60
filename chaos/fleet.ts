import type { Place } from '../bench/server/engine.ts';
import { launchGateway, type GatewayProcess, type LaunchedGateway } from '../bench/server/gateway.ts';
import type { Random } from './random.ts';

/** The gateways of a run: one on SQLite, several on one PostgreSQL database. */
export interface Fleet {
	size: number;
	/** One of the gateways that are ready; waits until there is one. */
	any(random: Random): Promise<GatewayProcess>;
	/** Starts the gateway at this place of the fleet; `settings` hold until it is started again. */
	start(index: number, settings: Readonly<Record<string, string>>): Promise<LaunchedGateway>;
	/** Ends it, ready or not, and resolves when it is gone. */
	end(index: number, signal: NodeJS.Signals): Promise<void>;
	endAll(signal: NodeJS.Signals): Promise<void>;
}

/** Gateways that share what `places` share. */
export function createFleet(places: readonly Place[], settings: Readonly<Record<string, string>>): Fleet {
	const launched = new Map<number, LaunchedGateway>();
	const ready = new Map<number, GatewayProcess>();
	let announce: (() => void)[] = [];

	async function end(index: number, signal: NodeJS.Signals): Promise<void> {
		ready.delete(index);
		const gateway = launched.get(index);
		launched.delete(index);
		await gateway?.end(signal);
	}

	return {
		size: places.length,
		async any(random) {
			for (;;) {
				const [first, ...others] = ready.values();
				if (first !== undefined) return random.pick([first, ...others]);
				await new Promise<void>((resolve) => announce.push(resolve));
			}
		},
		async start(index, own) {
			const place = places[index];
			if (place === undefined) throw new Error(`There is no gateway ${index}.`);
			const gateway = await launchGateway({
				folder: place.folder,
				settings: { ...place.settings, ...settings, ...own },
			});
			launched.set(index, gateway);
			gateway.ready.then(
				(process) => {
					if (launched.get(index) !== gateway) return;
					ready.set(index, process);
					for (const resolve of announce) resolve();
					announce = [];
				},
				// Who ended it knows; who waits for `ready` hears of anything else.
				() => undefined,
			);
			return gateway;
		},
		end,
		async endAll(signal) {
			await Promise.all(places.map((_, index) => end(index, signal)));
		},
	};
}
