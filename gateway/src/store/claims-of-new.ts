import type { DeliveryId, WebhookId } from '../domain/ids.ts';
import type { ClaimedDelivery } from './deliveries.ts';

/** Room somebody holds for the first attempt of a delivery that is just being made. */
export interface ClaimOfNew {
	/** The claim's name, which no other claim has; see ClaimedDelivery. */
	tokenFor: (id: DeliveryId) => string;
	/** When the claim ends, in epoch milliseconds. */
	until: number;
	/** The delivery is made, and durable. */
	begin(delivery: ClaimedDelivery): void;
	/** It was not made after all. */
	giveBack(): void;
}

/**
 * Claims for deliveries that are about to be made for these webhooks, in their order: null where there is no room,
 * or where older ones wait. A delivery that is born claimed need not be looked for, claimed and committed again
 * before its first attempt.
 */
export type ClaimNew = (webhookIds: readonly WebhookId[]) => (ClaimOfNew | null)[];

/** Where nobody delivers yet. */
export const CLAIM_NOTHING: ClaimNew = (webhookIds) => webhookIds.map(() => null);
