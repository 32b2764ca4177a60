import type { Config } from '../config/config.ts';
import { systemClock } from '../runtime/system.ts';
import { openStore, type Store } from '../store/store.ts';

/** Runs a command on the database, whether a gateway runs on it or not, and closes the store after it. */
export async function withStore<T>(config: Config, run: (store: Store) => Promise<T>): Promise<T> {
	const store = await openStore(config, { clock: systemClock });
	try {
		return await run(store);
	} finally {
		await store.close();
	}
}
