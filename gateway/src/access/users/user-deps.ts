import type { Clock } from '../../domain/clock.ts';
import type { NewId } from '../../domain/ids.ts';
import type { RandomBytes } from '../../runtime/system.ts';
import type { Store } from '../../store/store.ts';

/** What the changes of users need. */
export interface UserDeps {
	store: Store;
	clock: Clock;
	newId: NewId;
	entropy: RandomBytes;
}
