import type pg from 'pg';

/**
 * Makes the commits of a new connection durable where the server, the role or the database says `off`: a gateway answers
 * that it has accepted a message once the commit returns. The other values are durable on the primary, and some of them
 * on its standbys too. Returns a promise, for which the pool waits although its type does not say so.
 */
export function makeCommitsDurable(client: pg.ClientBase): unknown {
	return client.query(
		`select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`,
	);
}
