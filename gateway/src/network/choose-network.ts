import type { Clock } from '../domain/clock.ts';
import type { Entropy } from '../system.ts';
import { createCloudApi } from './cloud-api/cloud-api.ts';
import { createGraph } from './cloud-api/graph.ts';
import type { NetworkDriver } from './driver.ts';
import { encryptionKeyOf } from './encryption-key.ts';
import type { NetworkSettings } from './network-settings.ts';
import { sessionSealer } from './sealed-session.ts';
import { createSimulator, type SimulatorControls } from './simulator/simulator.ts';
import { createWhatsApp } from './whatsapp.ts';

/** The network the instances connect to. */
export interface ChosenNetwork {
	driver: NetworkDriver;
	/** Null where the network is not simulated. */
	simulator: SimulatorControls | null;
	/** Call it when no connection is open any more. */
	close(): Promise<void>;
}

export interface NetworkPort {
	clock: Clock;
	entropy: Entropy;
}

/** The driver of the network that GATEWAY_NETWORK names. */
export function chooseNetwork(
	settings: NetworkSettings & { dataFolder: string },
	{ clock, entropy }: NetworkPort,
): ChosenNetwork {
	if (settings.network === 'simulator') {
		const token = (): string => entropy(16).toString('base64url');
		const simulator = createSimulator(clock, settings.simulatorLatency, token);
		return { driver: simulator, simulator: simulator.controls, close: () => Promise.resolve() };
	}
	const key = encryptionKeyOf(settings.encryptionKey, settings.dataFolder, entropy);
	const graph = createGraph(settings.graphUrl, clock);
	const cloudApi = createCloudApi({ graph, clock, seal: sessionSealer(key, entropy) });
	return {
		driver: createWhatsApp(cloudApi, settings.meta),
		simulator: null,
		close: () => graph.close(),
	};
}
