import type { KeyId, SessionId } from '../domain/ids.ts';
import { endOf } from '../access/users/session.ts';
import { findApiKey } from '../store/access/api-keys.ts';
import { findSession } from '../store/access/user-sessions.ts';
import type { Store } from '../store/store.ts';

/** The keys and the session that one connection has subscribed with. */
export interface ConnectionCallers {
	/** Adds a caller; does nothing once the connection is closed. */
	add(caller: Caller): void;
	/** Whether all added callers are still valid. Sessions end in real time, which differs where time is simulated. */
	isAuthorized(now: number, realNow?: number): Promise<boolean>;
	/** Call it when the connection is closed. */
	unregister(): void;
}

/** Closes connections whose key is revoked or whose session ends. */
export interface ConnectionAuth {
	/** Registers a connection; `close` is called with the error code that ends it. */
	register(close: (reason: string) => void): ConnectionCallers;
	stop(): void;
}

type Caller = { kind: 'key'; id: KeyId } | { kind: 'user'; id: SessionId };

/**
 * Closes a connection as soon as a gateway revokes its key or ends its session. Changes by another program, such as the
 * command line, are found when the connection calls `isAuthorized`.
 */
export function createConnectionAuth(store: Pick<Store, 'read' | 'listen'>): ConnectionAuth {
	const closersByCaller = new Map<string, Set<(reason: string) => void>>();

	function closeConnectionsOf(callerId: string, reason: string): void {
		for (const close of [...(closersByCaller.get(callerId) ?? [])]) close(reason);
	}

	const stop = store.listen((signal) => {
		if (signal.kind === 'sessions_ended') {
			for (const id of signal.sessionIds) closeConnectionsOf(id, 'not_signed_in');
		}
		if (signal.kind === 'key_revoked') closeConnectionsOf(signal.keyId, 'invalid_api_key');
	});

	async function isValid(caller: Caller, now: number, realNow: number): Promise<boolean> {
		if (caller.kind === 'user') {
			const session = await findSession(store.read, caller.id);
			return session !== undefined && endOf(session) > realNow;
		}
		const key = await findApiKey(store.read, caller.id);
		return key !== undefined && key.revoked_at === null && (key.expires_at === null || key.expires_at > now);
	}

	return {
		register(close) {
			const callers = new Map<string, Caller>();
			let closed = false;
			return {
				add(caller) {
					if (closed) return;
					callers.set(caller.id, caller);
					closersByCaller.set(caller.id, (closersByCaller.get(caller.id) ?? new Set()).add(close));
				},
				async isAuthorized(now, realNow = now) {
					for (const caller of callers.values()) {
						if (!(await isValid(caller, now, realNow))) return false;
					}
					return true;
				},
				unregister() {
					closed = true;
					for (const id of callers.keys()) {
						const closers = closersByCaller.get(id);
						closers?.delete(close);
						if (closers?.size === 0) closersByCaller.delete(id);
					}
				},
			};
		},
		stop,
	};
}
