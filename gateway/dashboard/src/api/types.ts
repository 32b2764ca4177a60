import type { Static } from 'typebox';
import type { CurrentSession } from '../../../src/http/schemas/admin.ts';

// The gateway's own types, so that the page cannot drift from it. Only types: nothing of them is bundled.
export type { Attempt, Delivery, DeliveryDetail } from '../../../src/http/schemas/delivery.ts';
export type { Contact, ContactProfile } from '../../../src/http/schemas/contact.ts';
export type { GroupDetail, GroupListItem } from '../../../src/http/schemas/group.ts';
export type { Chat, HistoryItem, MessageDetail } from '../../../src/http/schemas/history.ts';
export type { Instance, InstanceListItem, InstanceStatusRecord } from '../../../src/http/schemas/instance.ts';
export type { MessageStatusRecord } from '../../../src/http/schemas/message.ts';
export type { Webhook, WebhookListItem } from '../../../src/http/schemas/webhook.ts';
export type { EventKind } from '../../../src/domain/event.ts';
export type { InstanceStatus } from '../../../src/domain/instance.ts';
export type { MediaType, MessageStatus, MessageType } from '../../../src/domain/message.ts';
export type { Scope } from '../../../src/domain/scope.ts';
export type { DeliveryStatus } from '../../../src/domain/webhook.ts';

/** A session of the owner, as the gateway tells the one who holds it. */
export type SessionInfo = Static<typeof CurrentSession>;

/** A page of a list that is counted. */
export interface CountedPage<T> {
	data: T[];
	pagination: { total: number; limit: number; offset: number; hasMore: boolean };
}

/** A page of a list that goes on behind its last item. */
export interface CursorPage<T> {
	data: T[];
	pagination: { hasMore: boolean; nextCursor: string | null };
}
