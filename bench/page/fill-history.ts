import type { DatabaseSync } from 'node:sqlite';
import { firstRow, inserter, ulid } from '../read/rows.ts';

const HOUR = 3_600_000;
/** Alerts that ended, one an hour. */
const PAST_ALERTS = 1000;
/** Hours between two times at which each instance lost its connection, for minutes, within 30 days. */
const LOST_EVERY = 24;
const LOST_FOR = 300_000;
const DAYS = 30;
/** Hours for which the ledger compares rows when the gateway starts. */
const LEDGER_HOURS = 26;

/**
 * Inserts the rows that gateways record beside messages and deliveries: counts by the hour of instances and webhooks,
 * the connections of instances, contacts, alerts that ended, and that the ledger has counted hours before.
 */
export function fillHistory(db: DatabaseSync): void {
	const now = Date.now();
	db.exec(INSTANCE_COUNTS);
	fillAttemptCounts(db);
	fillConnections(db, now);
	fillContacts(db);
	fillAlerts(db, now);
	const hour = new Date(now - LEDGER_HOURS * HOUR).toISOString().slice(0, 13);
	db.exec(
		`insert into ledger_hours (hour, state, waiting, counted_at) values ('${hour}', 'final', 0, ${now})`,
	);
}

const INSTANCE_COUNTS = `
	delete from instance_hourly_stats;
	insert into instance_hourly_stats (instance_id, hour, sent, received, delivered, read, failed, last_received_at)
	select instance_id, strftime('%Y-%m-%dT%H', created_at / 1000, 'unixepoch') as hour,
		sum(direction = 'outbound'), sum(direction = 'inbound'), sum(direction = 'outbound'),
		sum(direction = 'outbound'), 0, max(iif(direction = 'inbound', created_at, null))
	from messages group by 1, 2`;

/** Counts the attempts as the gateway does, all with the response time of the one that it has counted. */
function fillAttemptCounts(db: DatabaseSync): void {
	const sample = firstRow(db, 'webhook_attempt_counts');
	const time = Object.keys(sample).find((column) => column.startsWith('time_') && sample[column] === 1);
	const insert = inserter(db, 'webhook_attempt_counts', sample);
	db.exec('delete from webhook_attempt_counts');
	for (const seconds of [300, 3600]) {
		const spans = db
			.prepare(
				`select started_at / ${seconds * 1000} * ${seconds * 1000} as startsAt, sum(status_code = 200) as succeeded,
					sum(status_code <> 200) as failed from delivery_attempts group by 1`,
			)
			.all() as unknown as { startsAt: number; succeeded: number; failed: number }[];
		for (const { startsAt, succeeded, failed } of spans) {
			const times = time === undefined ? {} : { [time]: succeeded + failed };
			insert({ seconds, starts_at: startsAt, succeeded, failed, ...times });
		}
	}
}

function fillConnections(db: DatabaseSync, now: number): void {
	const change = db.prepare(
		'insert into instance_status_changes (instance_id, at, status, reason) values (?, ?, ?, ?)',
	);
	const instances = db.prepare(`select id from instances where status = 'connected'`).all();
	db.exec('delete from instance_status_changes');
	for (const [index, { id }] of instances.entries()) {
		const instanceId = String(id);
		for (let hours = DAYS * 24 - (index % LOST_EVERY); hours > 0; hours -= LOST_EVERY) {
			const at = now - hours * HOUR;
			change.run(instanceId, at, 'disconnected', 'connection_lost');
			change.run(instanceId, at + LOST_FOR, 'connected', null);
		}
	}
}

/** Inserts a contact for each chat. */
function fillContacts(db: DatabaseSync): void {
	const insert = inserter(db, 'contacts', firstRow(db, 'contacts'));
	db.exec('delete from contacts');
	for (const row of db.prepare('select instance_id, id, phone, contact_name, search_name from chats').all()) {
		insert({
			instance_id: row.instance_id ?? null,
			id: row.id ?? null,
			phone: row.phone ?? null,
			name: row.contact_name ?? null,
			sort_name: row.search_name ?? null,
		});
	}
}

/** Inserts alerts that ended: copies of one that is firing. */
function fillAlerts(db: DatabaseSync, now: number): void {
	const insert = inserter(db, 'alerts', firstRow(db, 'alerts'));
	for (let number = 1; number <= PAST_ALERTS; number += 1) {
		const since = now - number * HOUR;
		const resolvedAt = since + HOUR / 2;
		insert({ id: `alr_${ulid(since, number)}`, since, seen_at: resolvedAt, resolved_at: resolvedAt });
	}
}
