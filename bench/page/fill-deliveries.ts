import { fillDatabase, firstRow, inserter, ulid } from '../read/rows.ts';

/** Milliseconds between two deliveries: 200,000 span a little less than six days. */
const INTERVAL = 2500;
/** Failed deliveries, in percent. */
const FAILED = 3;

/**
 * Fills the database of a stopped gateway with copies of its one event, delivery and attempt that differ in ids and
 * times. Returns the id of one delivery.
 */
export function fillDeliveries(folder: string, count: number): string {
	return fillDatabase(folder, (db) => {
		const delivery = firstRow(db, 'deliveries');
		const event = firstRow(db, 'events', 'where id in (select event_id from deliveries)');
		const attempt = firstRow(db, 'delivery_attempts');
		const inserts = [
			inserter(db, 'events', event),
			inserter(db, 'deliveries', delivery),
			inserter(db, 'delivery_attempts', attempt),
		] as const;
		const begin = Date.now() - count * INTERVAL;
		let id = '';
		for (let number = 0; number < count; number += 1) {
			const at = begin + number * INTERVAL;
			const failed = number % 100 < FAILED;
			const eventId = `evt_${ulid(at, number)}`;
			id = `dlv_${ulid(at, number)}`;
			inserts[0]({ id: eventId, created_at: at });
			inserts[1]({
				id,
				event_id: eventId,
				status: failed ? 'failed' : 'success',
				due_at: at,
				created_at: at,
				finished_at: at,
			});
			inserts[2]({ delivery_id: id, started_at: at, status_code: failed ? 500 : 200 });
		}
		return id;
	});
}
