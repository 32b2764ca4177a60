/** Milliseconds a message takes to each status, from the status before it. */
export interface SimulatorLatency {
	sent: number;
	delivered: number;
	read: number;
}

export const DEFAULT_SIMULATOR_LATENCY: SimulatorLatency = { sent: 20, delivered: 50, read: 100 };
