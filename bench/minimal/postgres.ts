import pg from 'pg';
import { messageColumns, SCHEMA, type MinimalStore } from './store.ts';

const INSERT_MESSAGES = {
	name: 'insert_messages',
	text: 'insert into messages select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])',
};
const UPDATE_STATUSES = {
	name: 'update_statuses',
	text: `update messages set status = changed.status from unnest($1::text[], $2::text[]) as changed (id, status)
		where messages.id = changed.id`,
};
const INSERT_EVENTS = {
	name: 'insert_events',
	text: 'insert into events select *, 0 from unnest($1::text[], $2::text[], $3::text[])',
};
const SET_DELIVERED = {
	name: 'set_delivered',
	text: 'update events set is_delivered = 1 where id = any ($1::text[])',
};

/** Opens one connection to a PostgreSQL database. It sends the statements of a transaction without waiting between them. */
export async function openPostgres(url: string): Promise<MinimalStore> {
	const client = new pg.Client({ connectionString: url, pipeline: true });
	await client.connect();
	await client.query(SCHEMA);
	return {
		async commit({ accepted, statuses, events, delivered }) {
			const queries = [client.query('begin')];
			const writeRows = (
				statement: { name: string; text: string },
				rows: readonly (readonly string[])[],
			): void => {
				if (rows.length > 0) queries.push(client.query({ ...statement, values: columnsOf(rows) }));
			};
			writeRows(INSERT_MESSAGES, accepted.map(messageColumns));
			writeRows(
				UPDATE_STATUSES,
				statuses.map(({ messageId, status }) => [messageId, status]),
			);
			writeRows(
				INSERT_EVENTS,
				events.map(({ id, messageId, body }) => [id, messageId, body]),
			);
			writeRows(
				SET_DELIVERED,
				delivered.map((id) => [id]),
			);
			queries.push(client.query('commit'));
			await Promise.all(queries);
		},
	};
}

/** Turns rows into an array for each column. */
function columnsOf(rows: readonly (readonly string[])[]): string[][] {
	return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? ''));
}
