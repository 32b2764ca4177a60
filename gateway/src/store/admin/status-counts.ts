import { sql } from 'kysely';
import {
	DISCONNECT_REASONS,
	INSTANCE_STATUSES,
	type InstanceStatus,
} from '../../domain/instances/instance.ts';
import { RESTRICTION_KINDS, type RestrictionKind } from '../../domain/instances/restriction.ts';
import { HIDDEN_ROLES } from '../../domain/webhooks/webhook.ts';
import type { Db } from '../schema.ts';

/** The state of a webhook: `inactive` by a request or by 410 Gone, `paused` after three days of failures. */
export const WEBHOOK_STATES = ['active', 'failing', 'paused', 'inactive'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** The reason of a disconnection; `none`: the instance was never connected. */
export const DISCONNECTED_BY = [...DISCONNECT_REASONS, 'none'] as const;
export type DisconnectedBy = (typeof DISCONNECTED_BY)[number];

/** How many instances and webhooks are in which state. */
export interface StatusCounts {
	instances: Record<InstanceStatus, number>;
	/** Instances with the status `disconnected`. */
	disconnected: Record<DisconnectedBy, number>;
	/** Instances whose account is restricted now. */
	restricted: Record<RestrictionKind, number>;
	webhooks: Record<WebhookState, number>;
}

/** Reads the tables of instances and of webhooks, which are small. Every state is present, also where the count is 0. */
export async function readStatusCounts(db: Db, now: number): Promise<StatusCounts> {
	const counts: StatusCounts = {
		instances: zeros(INSTANCE_STATUSES),
		disconnected: zeros(DISCONNECTED_BY),
		restricted: zeros(RESTRICTION_KINDS),
		webhooks: zeros(WEBHOOK_STATES),
	};
	const instances = await db
		.selectFrom('instances')
		.select((eb) => ['status', 'disconnect_reason as reason', eb.fn.countAll<number>().as('count')])
		.groupBy(['status', 'disconnect_reason'])
		.execute();
	for (const { status, reason, count } of instances) {
		counts.instances[status] += count;
		if (status === 'disconnected') counts.disconnected[reason ?? 'none'] += count;
	}
	const restricted = await db
		.selectFrom('instances')
		.select((eb) => ['restriction_kind as kind', eb.fn.countAll<number>().as('count')])
		.where('restricted_until', '>', now)
		.groupBy('restriction_kind')
		.execute();
	for (const { kind, count } of restricted) if (kind !== null) counts.restricted[kind] += count;
	const webhooks = await db
		.selectFrom('webhooks')
		.select((eb) => [WEBHOOK_STATE.as('state'), eb.fn.countAll<number>().as('count')])
		.where('role', 'not in', HIDDEN_ROLES)
		.groupBy('state')
		.execute();
	for (const { state, count } of webhooks) counts.webhooks[state] += count;
	return counts;
}

const WEBHOOK_STATE = sql<WebhookState>`case
	when paused_at is not null then 'paused'
	when status = 'inactive' then 'inactive'
	when failing_since is not null then 'failing'
	else 'active'
end`;

function zeros<Key extends string>(keys: readonly Key[]): Record<Key, number> {
	return Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>;
}
