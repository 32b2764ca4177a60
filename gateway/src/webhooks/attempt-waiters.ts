import type { DeliveryId } from '../domain/ids.ts';

/** Lets somebody wait for the next attempt of one delivery. */
export interface AttemptWaiters {
	/** `ended` resolves when the next attempt is recorded; `forget` ends the waiting. */
	next(id: DeliveryId): { ended: Promise<undefined>; forget: () => void };
	/** Tells that an attempt has ended and is recorded. */
	ended(id: DeliveryId): void;
}

export function createAttemptWaiters(): AttemptWaiters {
	const waiting = new Map<DeliveryId, () => void>();
	return {
		next(id) {
			const { promise, resolve } = Promise.withResolvers<undefined>();
			waiting.set(id, () => {
				resolve(undefined);
			});
			return { ended: promise, forget: () => waiting.delete(id) };
		},
		ended(id) {
			waiting.get(id)?.();
			waiting.delete(id);
		},
	};
}
