import type { DeliveryId } from '../domain/ids.ts';
import type { AttemptOutcome } from './attempt.ts';

/** Lets somebody wait for the next attempt of one delivery. */
export interface AttemptWatch {
	/** Resolves with the outcome of the next attempt that ends; `forget` ends the waiting. */
	next(id: DeliveryId): { outcome: Promise<AttemptOutcome>; forget: () => void };
	/** Tells that an attempt has ended and is recorded. */
	ended(id: DeliveryId, outcome: AttemptOutcome): void;
}

export function createAttemptWatch(): AttemptWatch {
	const waiting = new Map<DeliveryId, (outcome: AttemptOutcome) => void>();
	return {
		next(id) {
			const { promise, resolve } = Promise.withResolvers<AttemptOutcome>();
			waiting.set(id, resolve);
			return { outcome: promise, forget: () => waiting.delete(id) };
		},
		ended(id, outcome) {
			waiting.get(id)?.(outcome);
			waiting.delete(id);
		},
	};
}
