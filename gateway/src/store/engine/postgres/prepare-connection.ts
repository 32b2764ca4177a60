import type pg from 'pg';

/** The code of a write that a server refuses because it is read-only. */
export const READ_ONLY = '25006';

/** The server is a standby. It has the code with which a standby refuses a write. */
class StandbyServer extends Error {
	readonly code = READ_ONLY;

	constructor() {
		super('The server is a standby, which is read-only.');
		this.name = 'StandbyServer';
	}
}

/** The session would stay read-only when the server, the role or the database no longer is. */
class ReadOnlySession extends Error {
	readonly code = READ_ONLY;

	constructor() {
		super('The session is read-only.');
		this.name = 'ReadOnlySession';
	}
}

/** Settings of a session, by their names on the server. */
export type SessionSettings = Readonly<Record<string, string>>;

/** Returns the expressions that apply settings until the session ends. */
function expressionsOf(settings: SessionSettings): string {
	return Object.entries(settings)
		.map(([name, value]) => `, set_config('${name}', '${value}', false)`)
		.join('');
}

/** Applies settings to the session of a connection. */
export async function applySettings(client: pg.ClientBase, settings: SessionSettings): Promise<void> {
	await client.query(`select 1${expressionsOf(settings)}`);
}

/** Whether a session was opened while the server, its role or its database was set to read-only. */
const IS_READ_ONLY = "current_setting('default_transaction_read_only') = 'on' as is_read_only";

/** Throws ReadOnlySession. */
export async function requireWritable(client: pg.ClientBase): Promise<void> {
	const { rows } = await client.query<{ is_read_only: boolean }>(`select ${IS_READ_ONLY}`);
	if (rows[0]?.is_read_only === true) throw new ReadOnlySession();
}

/**
 * Applies settings to the session of a new connection, and makes its commits durable where the server, the role or the
 * database says `off`: a gateway answers that it has accepted a message once the commit returns. The other values are
 * durable on the primary, and some of them on its standbys too. Returns the id of the session. `writes`: whether the
 * connection is one to write.
 *
 * Throws StandbyServer where an address leads to a standby, as it may for a while after a failover: a connection that
 * only reads would stay on it, behind the primary, when the address leads to the primary again. Throws ReadOnlySession.
 */
export async function prepareConnection(
	client: pg.ClientBase,
	settings: SessionSettings,
	writes: boolean,
): Promise<number> {
	const { rows } = await client.query<{ is_standby: boolean; is_read_only: boolean; session: number }>(
		`select pg_is_in_recovery() as is_standby, ${IS_READ_ONLY}, pg_backend_pid() as session, case when current_setting('synchronous_commit') = 'off'
			then set_config('synchronous_commit', 'on', false) end${expressionsOf(settings)}`,
	);
	const { is_standby: isStandby = false, is_read_only: isReadOnly = false, session = 0 } = rows[0] ?? {};
	if (isStandby) throw new StandbyServer();
	if (writes && isReadOnly) throw new ReadOnlySession();
	return session;
}
