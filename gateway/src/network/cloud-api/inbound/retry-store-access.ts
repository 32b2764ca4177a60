import type { Session } from '../session/session.ts';

/** Milliseconds between two attempts. */
const RETRY_DELAY = 1000;

/** Repeats a read or write of the store until it succeeds. Rejects with the last error if the session closes. */
export async function retryStoreAccess<T>(session: Session, work: () => Promise<T>): Promise<T> {
	for (;;) {
		try {
			return await work();
		} catch (error) {
			if (session.isClosed()) throw error;
			const { instanceId, log } = session;
			log.debug({ err: error, instanceId }, 'the store failed, will retry');
			await session.sleep(RETRY_DELAY);
		}
	}
}
