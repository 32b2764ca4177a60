import { cellSteps, clientSteps } from './cell-steps.ts';
import { coordinatorSteps } from './coordinator-steps.ts';
import type { Protocol } from './protocol.ts';
import type { Step } from './step.ts';
import type { System } from './system.ts';

/** Returns everything that may happen next, in a fixed order. */
export function stepsOf(system: System, protocol: Protocol): readonly Step[] {
	return [
		...system.clients.flatMap((_, index) => clientSteps(system, index, protocol)),
		...cellSteps(system, 'a', protocol),
		...cellSteps(system, 'b', protocol),
		...system.coordinators.flatMap((_, index) => coordinatorSteps(system, index, protocol)),
	];
}
