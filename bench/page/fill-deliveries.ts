import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

type Row = Record<string, SQLInputValue>;

/** Milliseconds between two deliveries: 200,000 of them span a little less than six days. */
const PACE = 2500;
/** Of a hundred deliveries so many failed. */
const FAILED = 3;

/**
 * Fills the database of a gateway that does not run with copies of the one event, delivery and attempt in it, each
 * with an id and a time of its own. Returns the id of one delivery.
 */
export function fillDeliveries(folder: string, count: number): string {
	const db = new DatabaseSync(path.join(folder, 'gateway.db'));
	try {
		db.exec('pragma journal_mode = wal; pragma synchronous = off; begin');
		const delivery = firstRow(db, 'deliveries');
		const event = firstRow(db, 'events', 'where id in (select event_id from deliveries)');
		const attempt = firstRow(db, 'delivery_attempts');
		const inserts = [
			inserter(db, 'events', event),
			inserter(db, 'deliveries', delivery),
			inserter(db, 'delivery_attempts', attempt),
		] as const;
		const begin = Date.now() - count * PACE;
		let id = '';
		for (let number = 0; number < count; number += 1) {
			const at = begin + number * PACE;
			const failed = number % 100 < FAILED;
			const eventId = `evt_${base32(at, 10)}${base32(number, 16)}`;
			id = `dlv_${base32(at, 10)}${base32(number, 16)}`;
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
		db.exec('commit; pragma wal_checkpoint(truncate)');
		return id;
	} finally {
		db.close();
	}
}

function firstRow(db: DatabaseSync, table: string, where = ''): Row {
	const row = db.prepare(`select * from ${table} ${where} limit 1`).get();
	if (row === undefined) throw new Error(`There is no row in ${table} to copy.`);
	return { ...row };
}

function inserter(db: DatabaseSync, table: string, sample: Row): (own: Row) => void {
	const columns = Object.keys(sample);
	const marks = columns.map(() => '?').join(', ');
	const statement = db.prepare(`insert into ${table} (${columns.join(', ')}) values (${marks})`);
	return (own) => {
		statement.run(...columns.map((column) => own[column] ?? sample[column] ?? null));
	};
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** A number in the digits of a ULID, with leading zeros. */
function base32(value: number, length: number): string {
	let text = '';
	for (let rest = value; text.length < length; rest = Math.floor(rest / 32))
		text = (DIGITS[rest % 32] ?? '') + text;
	return text;
}
