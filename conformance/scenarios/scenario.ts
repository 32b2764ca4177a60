import type { Known } from '../document/example.ts';
import type { Call } from '../client/session.ts';
import type { Fixtures } from '../fixtures/fixtures.ts';

/** A request that must fail with a code. `call` creates the state for it. */
export interface Scenario {
	operation: string;
	code: string;
	what: string;
	call: (fixtures: Fixtures, known: Known) => Promise<Call> | Call;
}
