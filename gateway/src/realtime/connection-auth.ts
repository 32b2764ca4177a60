import type { KeyId, SessionId } from '../domain/ids.ts';
import { endOf } from '../owner/session.ts';
import { findApiKey } from '../store/access/api-keys.ts';
import { findSession } from '../store/access/owner-sessions.ts';
import type { Store } from '../store/store.ts';

/** The keys and the session that one connection was opened with. */
export interface ConnectionAuth {
	/** Notes who a connection was opened by; one that was closed meanwhile is not kept. */
	add(caller: Caller): void;
	/** Whether all of them are still good. */
	isAuthorized(now: number): Promise<boolean>;
	/** The connection is closed. */
	unregister(): void;
}

type Caller = { kind: 'key'; id: KeyId } | { kind: 'owner'; id: SessionId };

/**
 * Knows who is connected, so that whose session ends or whose key is revoked is cut off at once. What another
 * program did beside the gateway is seen when `mayStay` is asked.
 */
export function createConnectionAuth(store: Pick<Store, 'read' | 'listen'>): {
	enter(cutOff: (reason: string) => void): ConnectionAuth;
	stop(): void;
} {
	const present = new Map<string, Set<(reason: string) => void>>();

	function cutOff(id: string, reason: string): void {
		for (const end of [...(present.get(id) ?? [])]) end(reason);
	}

	const stop = store.listen((signal) => {
		if (signal.kind === 'sessions_ended') for (const id of signal.sessionIds) cutOff(id, 'not_signed_in');
		if (signal.kind === 'key_revoked') cutOff(signal.keyId, 'invalid_api_key');
	});

	async function isGood(caller: Caller, now: number): Promise<boolean> {
		if (caller.kind === 'owner') {
			const session = await findSession(store.read, caller.id);
			return session !== undefined && endOf(session) > now;
		}
		const key = await findApiKey(store.read, caller.id);
		return key !== undefined && key.revoked_at === null && (key.expires_at === null || key.expires_at > now);
	}

	return {
		enter(end) {
			const callers = new Map<string, Caller>();
			let gone = false;
			return {
				add(caller) {
					if (gone) return;
					callers.set(caller.id, caller);
					present.set(caller.id, (present.get(caller.id) ?? new Set()).add(end));
				},
				async isAuthorized(now) {
					for (const caller of callers.values()) if (!(await isGood(caller, now))) return false;
					return true;
				},
				unregister() {
					gone = true;
					for (const id of callers.keys()) {
						const ends = present.get(id);
						ends?.delete(end);
						if (ends?.size === 0) present.delete(id);
					}
				},
			};
		},
		stop,
	};
}
