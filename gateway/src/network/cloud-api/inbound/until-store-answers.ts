import type { Session } from '../session/session.ts';

/** Milliseconds between two tries. */
const DELAY = 1000;

/** Asks the store, or writes to it, until that works: it may be away for a moment. Rejects when the line ends. */
export async function untilStoreAnswers<T>(line: Session, work: () => Promise<T>): Promise<T> {
	for (;;) {
		try {
			return await work();
		} catch (error) {
			if (line.isOver()) throw error;
			const { instanceId, log } = line;
			log.debug({ err: error, instanceId }, 'the store does not answer; it is asked again');
			await line.pause(DELAY);
		}
	}
}
