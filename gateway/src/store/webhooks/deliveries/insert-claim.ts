import type { DeliveryId, WebhookId } from '../../../domain/ids.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';

/** A claim on a delivery that is being inserted, with reserved capacity for its initial attempt. */
export interface InsertClaim {
	/** The token of the claim; see claimToken(). */
	tokenFor: (id: DeliveryId) => string;
	/** When the claim expires, in epoch milliseconds. */
	until: number;
	/** The delivery is durable: starts its attempt. */
	begin(delivery: ClaimedDelivery): void;
	/** The delivery was not inserted: frees the capacity. */
	release(): void;
}

/**
 * Returns claims for deliveries that are being inserted for these webhooks, in their order; null where there is no
 * capacity, or where older deliveries wait. A delivery that is inserted with a claim needs no query and no second commit
 * before its initial attempt.
 */
export type ClaimOnInsert = (webhookIds: readonly WebhookId[]) => (InsertClaim | null)[];

/** Claims nothing: for a process without a running delivery worker. */
export const CLAIM_NOTHING: ClaimOnInsert = (webhookIds) => webhookIds.map(() => null);
