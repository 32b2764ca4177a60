import type { Clock } from '../../domain/clock.ts';
import type { NewId } from '../../domain/ids.ts';
import type { Guard } from '../../lib/guarded-http/target.ts';
import type { Sealer } from '../../lib/crypto/sealer.ts';
import type { RandomBytes } from '../../runtime/system.ts';
import type { Store } from '../../store/store.ts';

/** The dependencies of the operations on webhooks. Each writes to the audit log in the transaction of its change. */
export interface WebhookDeps {
	store: Store;
	clock: Clock;
	newId: NewId;
	entropy: RandomBytes;
	guard: Guard;
	/** Seals the secrets of webhooks. */
	sealer: Sealer;
}
