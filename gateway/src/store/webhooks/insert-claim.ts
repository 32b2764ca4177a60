import type { DeliveryId, WebhookId } from '../../domain/ids.ts';
import type { ClaimedDelivery } from './deliveries.ts';

/** Room somebody holds for the first attempt of a delivery that is just being made. */
export interface InsertClaim {
	/** The claim's name, which no other claim has; see ClaimedDelivery. */
	tokenFor: (id: DeliveryId) => string;
	/** When the claim ends, in epoch milliseconds. */
	until: number;
	/** The delivery is made, and durable. */
	begin(delivery: ClaimedDelivery): void;
	/** It was not made after all. */
	release(): void;
}

/**
 * Claims for deliveries that are about to be made for these webhooks, in their order: null where there is no room,
 * or where older ones wait. A delivery that is born claimed need not be looked for, claimed and committed again
 * before its first attempt.
 */
export type ClaimOnInsert = (webhookIds: readonly WebhookId[]) => (InsertClaim | null)[];

/** Where nobody delivers yet. */
export const CLAIM_NOTHING: ClaimOnInsert = (webhookIds) => webhookIds.map(() => null);
