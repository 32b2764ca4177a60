import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { messageColumns, SCHEMA, type MinimalStore } from './store.ts';

/** Opens a SQLite file with the gateway's settings of durability and of the write-ahead log. */
export function openSqlite(folder: string): MinimalStore {
	const database = new DatabaseSync(path.join(folder, 'minimal.db'));
	database.exec(`
		pragma journal_mode = wal;
		pragma synchronous = full;
		pragma wal_autocheckpoint = 4000;
		${SCHEMA}`);
	const insertMessages = database.prepare(
		'insert into messages select value->>0, value->>1, value->>2, value->>3, value->>4, value->>5 from json_each(?)',
	);
	const updateStatuses = database.prepare(
		'update messages set status = changed.value->>1 from json_each(?) as changed where messages.id = changed.value->>0',
	);
	const insertEvents = database.prepare(
		'insert into events select value->>0, value->>1, value->>2, 0 from json_each(?)',
	);
	const setDelivered = database.prepare(
		'update events set is_delivered = 1 where id in (select value from json_each(?))',
	);
	const writeRows = (statement: StatementSync, rows: readonly unknown[]): void => {
		if (rows.length > 0) statement.run(JSON.stringify(rows));
	};
	return {
		commit({ accepted, statuses, events, delivered }) {
			database.exec('begin immediate');
			writeRows(insertMessages, accepted.map(messageColumns));
			writeRows(
				updateStatuses,
				statuses.map(({ messageId, status }) => [messageId, status]),
			);
			writeRows(
				insertEvents,
				events.map(({ id, messageId, body }) => [id, messageId, body]),
			);
			writeRows(setDelivered, delivered);
			database.exec('commit');
			return Promise.resolve();
		},
	};
}
