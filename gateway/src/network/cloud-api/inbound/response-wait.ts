import type { Session } from '../session/session.ts';

/** Milliseconds for which a webhook waits for the responses to pending sends: its statuses may belong to these. */
const RESPONSE_WAIT = 800;

/** The responses to the sends that are pending when a webhook arrives. */
export interface ResponseWait {
	/** Whether a send was pending. */
	areAwaited: boolean;
	/**
	 * Returns whether all responses have arrived in time. All statuses of the webhook wait together: Meta sends up to a
	 * thousand at once.
	 */
	arrived(): Promise<boolean>;
}

/** Call it before the statuses are looked up: a send whose response is recorded during a lookup would be in neither. */
export function createResponseWait(session: Session): ResponseWait {
	const pending = [...session.pendingSends];
	let arrived: Promise<boolean> | null = null;

	async function wait(): Promise<boolean> {
		const allSettled = Promise.allSettled(pending).then(() => true);
		return Promise.race([allSettled, session.sleep(RESPONSE_WAIT).then(() => false)]);
	}

	return {
		areAwaited: pending.length > 0,
		arrived() {
			arrived ??= wait();
			return arrived;
		},
	};
}
