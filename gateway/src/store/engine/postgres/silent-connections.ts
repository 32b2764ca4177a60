import type pg from 'pg';

/** Checks in a row in which a connection that waits for an answer has received nothing; they are a second apart. */
const SILENT_CHECKS = 5;

/**
 * Finds the sessions of the server that wait for a statement of these (their ids are the parameter), and those that are
 * gone. A session whose answer is still on its way has changed its state a moment ago.
 */
export const IDLE_SESSIONS = `select waiting.pid from unnest($1::integer[]) as waiting (pid)
	left join pg_stat_activity as session on session.pid = waiting.pid
	where session.pid is null
		or (session.state like 'idle%' and session.state_change < clock_timestamp() - interval '2 seconds')`;

/** A connection that counts the statements without an answer. */
export interface CountingClient extends pg.ClientBase {
	unanswered: () => number;
	/** Bytes received so far. */
	received: () => number;
	/** Closes the connection at once: what waits for an answer fails. */
	destroy: () => void;
}

export function isCounting(client: pg.ClientBase): client is CountingClient {
	return 'unanswered' in client;
}

/** The connections whose statements wait for an answer that does not come. */
export interface SilentConnections {
	/** Adds a connection until it ends. `session`: its session on the server. */
	watch: (client: CountingClient, session: number) => void;
	/**
	 * Closes the connections that have received nothing for some checks while the server has nothing to do for them: their
	 * packets are lost, as behind a firewall that has forgotten them. `findIdle` executes IDLE_SESSIONS on another connection.
	 */
	check: (findIdle: (sessions: readonly number[]) => Promise<readonly number[]>) => Promise<void>;
}

/** `onSilent` is called for each connection that is closed. */
export function createSilentConnections(onSilent: () => void): SilentConnections {
	const watched = new Map<CountingClient, { session: number; received: number; checks: number }>();

	/** Counts the checks, not the time: after a pause of this process, its timers run before it reads what has arrived. */
	function silentSessions(): number[] {
		const silent: number[] = [];
		for (const [client, known] of watched) {
			const received = client.received();
			const isSilent = client.unanswered() > 0 && received === known.received;
			known.checks = isSilent ? known.checks + 1 : 0;
			known.received = received;
			if (known.checks >= SILENT_CHECKS) silent.push(known.session);
		}
		return silent;
	}

	return {
		watch(client, session) {
			watched.set(client, { session, received: client.received(), checks: 0 });
			client.once('end', () => watched.delete(client));
		},
		async check(findIdle) {
			const silent = silentSessions();
			if (silent.length === 0) return;
			const idle = new Set(await findIdle(silent));
			for (const [client, { session, received }] of watched) {
				if (!idle.has(session) || client.unanswered() === 0 || client.received() !== received) continue;
				watched.delete(client);
				onSilent();
				client.destroy();
			}
		},
	};
}
