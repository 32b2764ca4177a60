import type { Static } from 'typebox';
import type * as admin from '../../../src/http/admin/schema.ts';
import type * as log from '../../../src/http/admin/events-schema.ts';
import type * as state from '../../../src/http/admin/overview-schema.ts';

// The gateway's own types, so that the page cannot drift from it. Only types: nothing of them is bundled.
export type { Attempt, Delivery, DeliveryDetail } from '../../../src/http/deliveries/schema.ts';
export type { Contact, ContactProfile } from '../../../src/http/contacts/schema.ts';
export type { GroupDetail, GroupListItem } from '../../../src/http/groups/schema.ts';
export type { Chat, HistoryItem, MessageDetail } from '../../../src/http/chats/schema.ts';
export type { Instance, InstanceListItem, InstanceStatusRecord } from '../../../src/http/instances/schema.ts';
export type { MessageStatusRecord } from '../../../src/http/messages/schema.ts';
export type { Webhook, WebhookListItem } from '../../../src/http/webhooks/schema.ts';
export type { EventKind } from '../../../src/domain/event.ts';
export type { InstanceStatus } from '../../../src/domain/instance.ts';
export type { MediaType, MessageStatus, MessageType } from '../../../src/domain/message.ts';
export type { Scope } from '../../../src/domain/scope.ts';
export type { DeliveryStatus } from '../../../src/domain/webhook.ts';

export type SessionInfo = Static<typeof admin.CurrentSession>;
export type OwnerSession = Static<typeof admin.Session>;
export type ApiKey = Static<typeof admin.Key>;
export type AuditEntry = Static<typeof log.AuditEntry>;
export type StoredEvent = Static<typeof log.LoggedEvent>;
export type TimelineStep = Static<typeof log.TimelineStep>;
export type Overview = Static<typeof state.Overview>;
export type TrafficStep = Overview['series'][number];
export type FailedMessage = Overview['failures'][number];
export type WebhookLine = Overview['webhooks'][number];
export type SystemInfo = Static<typeof state.System>;

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
