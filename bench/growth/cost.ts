import type { Engine } from '../server/engine.ts';
import type { GatewayProcess } from '../server/gateway.ts';
import { processorTime } from '../server/process-figures.ts';

/** Returns the processor time of a gateway and of the database's server in seconds. */
export function usedTime(engine: Engine, gateway: GatewayProcess): number {
	return processorTime(gateway.pid) + engine.processorTime();
}
