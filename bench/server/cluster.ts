import { sum } from '../statistics.ts';
import type { Engine, Storage } from './engine.ts';
import { startGateway, type GatewayProcess } from './gateway.ts';
import { processorTime, residentMemory } from './process-figures.ts';

/** Gateways on one PostgreSQL database, each with a folder of its own. */
export interface Cluster {
	databaseUrl: string;
	/** The running gateways. */
	gateways: readonly GatewayProcess[];
	/** Starts as many gateways as the cluster has folders. */
	start(): Promise<void>;
	/** Ends all gateways with this signal; `start` starts them again on the same data. */
	end(signal: NodeJS.Signals): Promise<void>;
	/** Returns the processor time of the running gateways in seconds. */
	processorTime(): number;
	/** Returns the resident memory of the running gateways in bytes. */
	residentMemory(): number;
	/** Kills the gateways and removes their folders. */
	remove(): Promise<void>;
}

/** Creates a database and the folders of `count` gateways, which `start` starts. Throws for SQLite. */
export async function createCluster(engine: Engine, count: number): Promise<Cluster> {
	const first = await engine.createStorage();
	const { DATABASE_URL: databaseUrl } = first.settings;
	if (databaseUrl === undefined) throw new Error('Several gateways need PostgreSQL: --engine postgres.');
	const storages: Storage[] = [first];
	while (storages.length < count) storages.push(await engine.createStorage(first.settings));
	const gateways: GatewayProcess[] = [];
	const running = (): GatewayProcess[] => gateways.filter((gateway) => gateway.running());

	async function end(signal: NodeJS.Signals): Promise<void> {
		await Promise.all(running().map((gateway) => gateway.end(signal)));
		gateways.length = 0;
	}

	return {
		databaseUrl,
		gateways,
		async start() {
			for (const storage of storages) gateways.push(await startGateway(storage));
		},
		end,
		processorTime: () => sum(running().map(({ pid }) => processorTime(pid))),
		residentMemory: () => sum(running().map(({ pid }) => residentMemory(pid))),
		async remove() {
			await end('SIGKILL');
			for (const storage of storages) await storage.remove();
		},
	};
}
