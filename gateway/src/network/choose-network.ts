import type { Clock } from '../domain/clock.ts';
import type { NetworkDriver } from './driver.ts';
import type { NetworkSettings } from './network-settings.ts';
import { createSimulator, type SimulatorControls } from './simulator/simulator.ts';
import { createWhatsApp } from './whatsapp.ts';

/** The network the instances connect to. */
export interface ChosenNetwork {
	driver: NetworkDriver;
	/** Null where the network is not simulated. */
	simulator: SimulatorControls | null;
}

export interface NetworkPort {
	clock: Clock;
	/** A text that differs from every other. */
	token: () => string;
}

/** The driver of the network that GATEWAY_NETWORK names. */
export function chooseNetwork(settings: NetworkSettings, { clock, token }: NetworkPort): ChosenNetwork {
	if (settings.network === 'whatsapp') return { driver: createWhatsApp(), simulator: null };
	const simulator = createSimulator(clock, settings.simulatorLatency, token);
	return { driver: simulator, simulator: simulator.controls };
}
