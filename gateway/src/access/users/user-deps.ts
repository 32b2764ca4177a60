import type { Clock } from '../../domain/clock.ts';
import type { NewId } from '../../domain/ids.ts';
import type { RandomBytes } from '../../runtime/system.ts';
import type { Store } from '../../store/store.ts';

/** The dependencies of the operations on users. Each writes to the audit log in the transaction of its change. */
export interface UserDeps {
	store: Store;
	clock: Clock;
	newId: NewId;
	entropy: RandomBytes;
}
