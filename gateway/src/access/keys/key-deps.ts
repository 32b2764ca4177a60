import type { Clock } from '../../domain/clock.ts';
import type { NewId } from '../../domain/ids.ts';
import type { Store } from '../../store/store.ts';

/** The dependencies of the changes of API keys. Each writes to the audit log in the transaction of its change. */
export interface KeyDeps {
	store: Store;
	clock: Clock;
	newId: NewId;
}
