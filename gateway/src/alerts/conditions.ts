import type { Condition } from '../domain/alerts/alert.ts';
import { END_UNKNOWN } from '../domain/instances/restriction.ts';
import { timestamp } from '../domain/clock.ts';
import {
	listFailingWebhooks,
	listLostInstances,
	listRestrictedInstances,
	findOldestSendable,
	type FailingWebhook,
	type LostInstance,
	type RestrictedInstance,
} from '../store/alerts/causes.ts';
import { findDueSince } from '../store/admin/queue-lengths.ts';
import type { Db } from '../store/schema.ts';
import type { AlertSettings } from './alert-settings.ts';
import { adviceForReason } from './disconnect-advice.ts';

/** Milliseconds for which an instance may try to connect. */
const CONNECTING_LIMIT = 15 * 60_000;
/** Most characters of a name in a sentence. */
const NAME_LIMIT = 100;

/**
 * Returns the conditions that the database shows, which are the same for every gateway on it. `now`: epoch
 * milliseconds.
 */
export async function readConditions(
	db: Db,
	{ queueAge }: Pick<AlertSettings, 'queueAge'>,
	now: number,
): Promise<Condition[]> {
	return [
		...(await listFailingWebhooks(db)).map(webhookFailing),
		...(await listLostInstances(db, now - CONNECTING_LIMIT)).map(instanceLost),
		...(await listRestrictedInstances(db, now)).map((instance) => instanceRestricted(instance, now)),
		...(queueAge === null ? [] : await queuesWaiting(db, queueAge, now)),
	];
}

function webhookFailing({ id, instanceId, name, url, failingSince, pausedAt }: FailingWebhook): Condition {
	const called = quoted(name ?? new URL(url).host);
	return {
		kind: 'webhook_failing',
		subject: id,
		instanceId,
		webhookId: id,
		message:
			pausedAt === null
				? `Deliveries to the webhook ${called} fail.`
				: `The webhook ${called} is paused, because all its deliveries failed for three days.`,
		advice:
			pausedAt === null
				? 'Open the webhook, look at the last response, and repair the receiver. The gateway retries the failed deliveries.'
				: 'Repair the receiver, then set the webhook to active. The gateway keeps its events until then.',
		since: failingSince,
	};
}

function instanceLost({ id, name, reason, since }: LostInstance): Condition {
	return {
		kind: 'instance_disconnected',
		subject: id,
		instanceId: id,
		webhookId: null,
		message:
			reason === null
				? `The instance ${quoted(name)} has tried to connect for more than 15 minutes.`
				: `The instance ${quoted(name)} is disconnected (${reason}): it neither sends nor receives.`,
		advice: adviceForReason(reason),
		since,
	};
}

function instanceRestricted({ id, name, kind, until }: RestrictedInstance, now: number): Condition {
	const end = until === END_UNKNOWN ? 'until the network lifts it' : `until ${timestamp(until)}`;
	const limit = kind === 'sending' ? 'send messages' : 'begin new chats';
	return {
		kind: 'instance_restricted',
		subject: id,
		instanceId: id,
		webhookId: null,
		message: `The network does not let the account of ${quoted(name)} ${limit} ${end}.`,
		advice:
			kind === 'sending'
				? 'The gateway keeps the messages in its queue until then. Send fewer messages afterwards, and only to people who expect them.'
				: 'The gateway sends answers, and keeps messages that begin a chat in its queue. Write to people who wrote first.',
		since: now,
	};
}

async function queuesWaiting(db: Db, limit: number, now: number): Promise<Condition[]> {
	const conditions: Condition[] = [];
	const ofGateway = { subject: '', instanceId: null, webhookId: null };
	const longer = `longer than ${formatMinutes(limit)}`;
	const queuedAt = await findOldestSendable(db, now - limit, now);
	if (queuedAt !== null) {
		conditions.push({
			...ofGateway,
			kind: 'messages_waiting',
			message: `Messages of connected instances have waited ${longer} to be sent.`,
			advice:
				'Look for send errors in the log of the gateway. If the queue holds more than the network accepts, send fewer messages or spread them over more instances.',
			since: queuedAt + limit,
		});
	}
	const dueSince = await findDueSince(db);
	if (dueSince !== null && dueSince < now - limit) {
		conditions.push({
			...ofGateway,
			kind: 'deliveries_waiting',
			message: `Deliveries to webhooks have been due for ${longer} and were not attempted.`,
			advice:
				'Look which webhook answers slowly or has a rate limit that is too low. If all are slow, the machine or the database is overloaded.',
			since: dueSince + limit,
		});
	}
	return conditions;
}

function formatMinutes(milliseconds: number): string {
	const minutes = Math.max(1, Math.round(milliseconds / 60_000));
	return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

/** A name in quotes, without line breaks, of limited length. */
function quoted(name: string): string {
	const line = name.replace(/\s+/g, ' ').trim();
	return `“${line.length > NAME_LIMIT ? `${line.slice(0, NAME_LIMIT)}…` : line}”`;
}
