import type { DriverContext } from '../../driver.ts';
import { isInboxKey } from '../../session/inbox-key.ts';

/** Deletes everything that the session of an instance stores, except the messages that are not recorded yet. */
export async function removeDevice(session: Pick<DriverContext['session'], 'list' | 'write'>): Promise<void> {
	const keys = [...(await session.list('')).keys()].filter((key) => !isInboxKey(key));
	await session.write(Object.fromEntries(keys.map((key) => [key, null])));
}
