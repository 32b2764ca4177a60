/** Milliseconds until the simulated network has taken a message over, then delivers it, then it is read. */
export interface SimulatorLatency {
	sent: number;
	delivered: number;
	read: number;
}

export const DEFAULT_SIMULATOR_LATENCY: SimulatorLatency = { sent: 20, delivered: 50, read: 100 };
