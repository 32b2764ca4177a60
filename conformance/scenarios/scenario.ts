import type { Known } from '../document/example.ts';
import type { Call } from '../exchange/session.ts';
import type { World } from '../world/world.ts';

/** A request that has to be refused with a code, from a state that is made for it. */
export interface Scenario {
	operation: string;
	code: string;
	what: string;
	call: (world: World, known: Known) => Promise<Call> | Call;
}
