import type pg from 'pg';

/** Statements of each connection that are compared. */
const ROUNDS = 3;

/** The connections lead to a pooler, which gives each transaction of them any session of the server. */
export class SharedSessions extends Error {
	constructor() {
		super('A connection has not one session of the server.');
		this.name = 'SharedSessions';
	}
}

/**
 * Throws SharedSessions where a pooler shares the sessions of the server between connections, by transaction or by
 * statement. Locks, notifications, settings and prepared statements belong to a session: notifications would be lost,
 * and locks would not hold.
 */
export async function requireSessions(pool: pg.Pool): Promise<void> {
	const first = await pool.connect();
	try {
		// A pooler makes up the id of a session by which a statement is cancelled.
		if ((await sessionOf(first)) === announcedSessionOf(first)) return;
		const second = await pool.connect();
		try {
			await compareSessions(first, second);
		} finally {
			second.release();
		}
	} finally {
		first.release();
	}
}

/** Throws SharedSessions unless each of two connections stays with a session, and they have not the same. */
async function compareSessions(first: pg.ClientBase, second: pg.ClientBase): Promise<void> {
	const ofFirst = new Set<number | undefined>();
	const ofSecond = new Set<number | undefined>();
	for (let round = 0; round < ROUNDS; round += 1) {
		ofFirst.add(await sessionOf(first));
		ofSecond.add(await sessionOf(second));
	}
	const isShared = [...ofFirst].some((session) => ofSecond.has(session));
	if (ofFirst.size > 1 || ofSecond.size > 1 || isShared) throw new SharedSessions();
}

/** Returns the id of the session in which a statement runs. */
async function sessionOf(client: pg.ClientBase): Promise<number | undefined> {
	const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
	return rows[0]?.pid;
}

/** Returns the id of the session that the server, or a pooler, named when a connection was opened. */
function announcedSessionOf(client: pg.ClientBase): number | undefined {
	return 'processID' in client && typeof client.processID === 'number' ? client.processID : undefined;
}
