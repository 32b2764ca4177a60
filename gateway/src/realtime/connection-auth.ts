import type { Clock } from '../domain/clock.ts';
import { GatewayError, type ErrorCode } from '../domain/error.ts';
import type { KeyId, SessionId, UserId } from '../domain/ids.ts';
import type { Role } from '../domain/access/user.ts';
import { repeatEvery } from '../lib/loops/repeat-every.ts';
import { verifySecondFactor } from '../access/users/second-factor.ts';
import { endOf } from '../access/users/session.ts';
import { findApiKey } from '../store/access/api-keys.ts';
import { findSession } from '../store/access/user-sessions.ts';
import { findUser } from '../store/access/users.ts';
import type { Store } from '../store/store.ts';

/** Milliseconds between two checks of all callers. */
const CHECK_INTERVAL = 5000;

/** Why a connection is closed: an error of its caller, or `role_changed`: its client may connect again. */
export type ConnectionEnd = ErrorCode | 'role_changed';

/** The keys and the session that one connection has subscribed with. */
export interface ConnectionCallers {
	/** Adds a caller; does nothing once the connection is closed. */
	add(caller: Caller): void;
	/** Why an added caller may not have the connection any more; null: all are still valid. */
	findFault(): Promise<ConnectionEnd | null>;
	/** Call it when the connection is closed. */
	unregister(): void;
}

/** Closes connections whose key is revoked or whose session ends. */
export interface ConnectionAuth {
	/** Registers a connection; `close` is called with the reason that ends it. */
	register(close: (reason: ConnectionEnd) => void): ConnectionCallers;
	stop(): void;
}

interface ConnectionAuthDeps {
	store: Pick<Store, 'read' | 'listen'>;
	/** The time of keys. */
	clock: Clock;
	/** The time of sessions, which differs where time is simulated. */
	realClock: Clock;
	/** People need a second factor. */
	requireSecondFactor: boolean;
}

type Caller =
	| { kind: 'key'; id: KeyId }
	| { kind: 'user'; id: SessionId; actor: UserId; user: { role: Role } };

/** What a key or a session is good for at present; the role is that of its person. */
type Standing = { fault: ErrorCode } | { role: Role | null };

/**
 * Closes a connection as soon as a gateway revokes its key or ends its session. Checks all callers a few times a minute
 * too: they may have another role, or no second factor any more, and the command line may have changed them.
 */
export function createConnectionAuth(deps: ConnectionAuthDeps): ConnectionAuth {
	const { store, clock, realClock, requireSecondFactor } = deps;
	/** The connections of each caller, by the function that closes them, with the caller as it subscribed. */
	const connections = new Map<string, Map<(reason: ConnectionEnd) => void, Caller>>();

	function closeConnectionsOf(callerId: string, reason: ConnectionEnd): void {
		for (const close of [...(connections.get(callerId)?.keys() ?? [])]) close(reason);
	}

	const stopListening = store.listen((signal) => {
		if (signal.kind === 'sessions_ended') {
			for (const id of signal.sessionIds) closeConnectionsOf(id, 'not_signed_in');
		}
		if (signal.kind === 'key_revoked') closeConnectionsOf(signal.keyId, 'invalid_api_key');
	});

	async function standingOf(caller: Caller): Promise<Standing> {
		if (caller.kind === 'key') {
			const key = await findApiKey(store.read, caller.id);
			if (key === undefined || key.revoked_at !== null) return { fault: 'invalid_api_key' };
			const isExpired = key.expires_at !== null && key.expires_at <= clock.now();
			return isExpired ? { fault: 'expired_api_key' } : { role: null };
		}
		const session = await findSession(store.read, caller.id);
		const user = await findUser(store.read, caller.actor);
		if (session === undefined || user === undefined) return { fault: 'not_signed_in' };
		if (endOf(session) <= realClock.now()) return { fault: 'not_signed_in' };
		try {
			if (requireSecondFactor) await verifySecondFactor(store.read, { session, user });
			return { role: user.role };
		} catch (error) {
			if (error instanceof GatewayError) return { fault: error.code };
			throw error;
		}
	}

	async function checkAll(): Promise<void> {
		for (const [id, closers] of [...connections]) {
			const [caller] = closers.values();
			if (caller === undefined) continue;
			const standing = await standingOf(caller);
			for (const [close, subscribed] of [...(connections.get(id) ?? [])]) {
				const reason = reasonToClose(standing, subscribed);
				if (reason !== null) close(reason);
			}
		}
	}

	// The database is unreachable: the next check finds what changed.
	const stopChecking = repeatEvery(realClock, CHECK_INTERVAL, checkAll, () => undefined);

	return {
		register(close) {
			const callers = new Map<string, Caller>();
			let closed = false;
			return {
				add(caller) {
					// One that is known stays as it was: its earlier subscriptions need the role that it had.
					if (closed || callers.has(caller.id)) return;
					callers.set(caller.id, caller);
					const closers = connections.get(caller.id) ?? new Map<typeof close, Caller>();
					connections.set(caller.id, closers.set(close, caller));
				},
				async findFault() {
					for (const caller of callers.values()) {
						const reason = reasonToClose(await standingOf(caller), caller);
						if (reason !== null) return reason;
					}
					return null;
				},
				unregister() {
					closed = true;
					for (const id of callers.keys()) {
						const closers = connections.get(id);
						closers?.delete(close);
						if (closers?.size === 0) connections.delete(id);
					}
				},
			};
		},
		stop() {
			stopListening();
			stopChecking();
		},
	};
}

/** Why a caller that had subscribed loses its connection; null: it keeps it. */
function reasonToClose(standing: Standing, subscribed: Caller): ConnectionEnd | null {
	if ('fault' in standing) return standing.fault;
	const role = subscribed.kind === 'user' ? subscribed.user.role : null;
	return standing.role === role ? null : 'role_changed';
}
