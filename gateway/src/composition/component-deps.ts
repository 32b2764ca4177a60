import type { Logger } from 'pino';
import type { Clock } from '../domain/clock.ts';
import type { NewId } from '../domain/ids.ts';
import type { ShutdownHooks } from '../lib/shutdown-hooks.ts';
import type { ErrorScopes } from '../network/connections/error-scopes.ts';
import type { Observability } from '../observability/observability.ts';
import type { SimulatedClock } from '../runtime/simulated-clock.ts';
import type { RandomBytes } from '../runtime/system.ts';
import type { Store } from '../store/store.ts';
import type { PasswordCost } from '../access/users/password.ts';

/** The dependencies that all components share. */
export interface ComponentDeps {
	/** The time of messages and deliveries, which is simulated where the network is. */
	clock: Clock;
	/** The time of processes, connections and people. */
	realClock: Clock;
	/** The controls that move the time of `clock`; null: the network is not simulated. */
	simulated: SimulatedClock | null;
	entropy: RandomBytes;
	/** What a guess at a new password costs. */
	passwordCost: PasswordCost;
	logger: Logger;
	newId: NewId;
	scopes: ErrorScopes;
	store: Store;
	observability: Observability;
	/** Stops the components, in reverse order of their start. */
	shutdownHooks: ShutdownHooks;
}
