import type { DeliveryId } from '../../domain/ids.ts';
import type { Listen } from '../../store/signal.ts';

/** Waits for the next attempt of one delivery. */
export interface AttemptWaiters {
	/** `ended` resolves when the next attempt is recorded; `forget` ends the wait. */
	next(id: DeliveryId): { ended: Promise<undefined>; forget: () => void };
}

export function createAttemptWaiters(listen: Listen): AttemptWaiters {
	const waiting = new Map<DeliveryId, () => void>();
	listen((signal) => {
		if (signal.kind !== 'delivery_attempted') return;
		waiting.get(signal.attempt.deliveryId)?.();
		waiting.delete(signal.attempt.deliveryId);
	});
	return {
		next(id) {
			const { promise, resolve } = Promise.withResolvers<undefined>();
			waiting.set(id, () => {
				resolve(undefined);
			});
			return { ended: promise, forget: () => waiting.delete(id) };
		},
	};
}
