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

/**
 * Applies settings to the session of a new connection, and makes its commits durable where the server, the role or the
 * database says `off`: a gateway answers that it has accepted a message once the commit returns. The other values are
 * durable on the primary, and some of them on its standbys too. Returns the id of the session.
 *
 * Throws StandbyServer where an address leads to a standby, as it may for a while after a failover: a connection that
 * only reads would stay on it, behind the primary, when the address leads to the primary again.
 */
export async function prepareConnection(client: pg.ClientBase, settings: SessionSettings): Promise<number> {
	const { rows } = await client.query<{ is_standby: boolean; session: number }>(
		`select pg_is_in_recovery() as is_standby, pg_backend_pid() as session, case when current_setting('synchronous_commit') = 'off'
			then set_config('synchronous_commit', 'on', false) end${expressionsOf(settings)}`,
	);
	const { is_standby: isStandby = false, session = 0 } = rows[0] ?? {};
	if (isStandby) throw new StandbyServer();
	return session;
}
