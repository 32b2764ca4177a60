import type { AuthenticationCreds, SocketConfig } from 'baileys';
import type { Clock } from '../../../domain/clock.ts';
import { isLid, userOf } from './identities.ts';

/** Milliseconds for which a list of somebody's devices is taken for right, and people whose lists are kept. */
const KEPT_FOR = 5 * 60_000;
const PEOPLE = 20_000;

/** What Baileys keeps of a device. */
interface KnownDevice {
	server: string;
}

/**
 * Keeps whose devices a message is encrypted for, in the place of Baileys' own cache. That one goes by digits alone,
 * so that who has as a LID what another person has as a phone number would get that person's messages.
 */
export function createDeviceLists(
	creds: Pick<AuthenticationCreds, 'me'>,
	clock: Pick<Clock, 'now'>,
): NonNullable<SocketConfig['userDevicesCache']> {
	const lists = new Map<string, { devices: unknown; until: number }>();

	function set(user: string, devices: unknown): void {
		const [first] = devices as readonly KnownDevice[];
		if (first === undefined) return;
		const key = keyOf(user, isLid(`${user}@${first.server}`));
		lists.delete(key);
		lists.set(key, { devices, until: clock.now() + KEPT_FOR });
		const [oldest] = lists.keys();
		if (lists.size > PEOPLE && oldest !== undefined) lists.delete(oldest);
	}

	function remove(user: string): void {
		lists.delete(keyOf(user, true));
		lists.delete(keyOf(user, false));
	}

	/** Baileys asks for the devices of one chat at a time, the account's own among them: by its LID, or by its phone. */
	function isAskedByLid(users: readonly string[]): boolean | null {
		const byLid = users.includes(userOf(creds.me?.lid ?? ''));
		const byPhone = users.includes(userOf(creds.me?.id ?? ''));
		return byLid === byPhone ? null : byLid;
	}

	return {
		mget<T>(users: string[]) {
			const found: Record<string, T | undefined> = {};
			const byLid = isAskedByLid(users);
			if (byLid === null) return Promise.resolve(found);
			for (const user of users) {
				const list = lists.get(keyOf(user, byLid));
				if (list !== undefined && list.until > clock.now()) found[user] = list.devices as T;
			}
			return Promise.resolve(found);
		},
		mset(entries) {
			for (const { key, value } of entries) set(key, value);
		},
		// Asked only to change a list for one whose devices have changed: it is asked for anew instead.
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
