import type { AuthenticationCreds, SocketConfig } from 'baileys';
import type { Clock } from '../../../domain/clock.ts';
import { createExpiringMap } from '../../../lib/bounded/expiring-map.ts';
import { isLid, userOf } from '../identity/jid.ts';

/** Milliseconds after which a list of devices expires. */
const TTL = 5 * 60_000;
/** Users whose lists are cached; the oldest list is evicted first. */
const MAX_USERS = 20_000;

/** A device in Baileys' lists. */
interface UserDevice {
	server: string;
}

/**
 * Caches the devices that a message is encrypted for, by user and kind of JID. It replaces Baileys' own cache, whose
 * keys are the user's digits alone: a person whose LID equals the phone number of another person would receive that
 * person's messages.
 */
export function createUserDevicesCache(
	creds: Pick<AuthenticationCreds, 'me'>,
	clock: Pick<Clock, 'now'>,
): NonNullable<SocketConfig['userDevicesCache']> {
	const lists = createExpiringMap(clock, { limit: MAX_USERS, ttl: TTL });

	function set(user: string, devices: unknown): void {
		const [first] = devices as readonly UserDevice[];
		if (first === undefined) return;
		lists.set(keyOf(user, isLid(`${user}@${first.server}`)), devices);
	}

	function remove(user: string): void {
		lists.delete(keyOf(user, true));
		lists.delete(keyOf(user, false));
	}

	/**
	 * Whether users are named by LID; null: unknown. Baileys reads the lists of one chat at a time, always with the account
	 * itself, which is named by the same kind.
	 */
	function areLids(users: readonly string[]): boolean | null {
		const byLid = users.includes(userOf(creds.me?.lid ?? ''));
		const byPhone = users.includes(userOf(creds.me?.id ?? ''));
		return byLid === byPhone ? null : byLid;
	}

	return {
		mget<T>(users: string[]) {
			const found: Record<string, T | undefined> = {};
			const byLid = areLids(users);
			if (byLid === null) return Promise.resolve(found);
			for (const user of users) {
				const devices = lists.get(keyOf(user, byLid));
				if (devices !== undefined) found[user] = devices as T;
			}
			return Promise.resolve(found);
		},
		mset(entries) {
			for (const { key, value } of entries) set(key, value);
		},
		// Baileys reads a single list only to modify it after a change of devices: without one it fetches the list anew.
		get(user) {
			remove(user);
			return undefined;
		},
		set,
		del: remove,
		flushAll() {
			lists.clear();
		},
	};
}

function keyOf(user: string, byLid: boolean): string {
	return `${byLid ? 'lid' : 'phone'} ${user}`;
}
