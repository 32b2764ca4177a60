import type { Known } from '../document/example.ts';
import type { Call } from '../client/session.ts';
import type { Fixtures } from '../fixtures/fixtures.ts';

/** A request that has to be refused with a code, from a state that is made for it. */
export interface Scenario {
	operation: string;
	code: string;
	what: string;
	call: (fixtures: Fixtures, known: Known) => Promise<Call> | Call;
}
