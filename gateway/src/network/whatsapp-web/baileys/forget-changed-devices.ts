import type { BinaryNode, SocketConfig, WASocket } from 'baileys';
import { isLid, userOf, withoutDevice } from '../identity/jid.ts';

type Socket = Pick<WASocket, 'ws' | 'signalRepository'>;

/**
 * Removes the devices of people from the cache when WhatsApp announces that they have changed. Baileys removes the list
 * that is named like the devices, by phone number, and none where WhatsApp names no device: a device linked a moment ago
 * would miss messages of chats that use LIDs.
 */
export function forgetChangedDevices(
	{ ws, signalRepository: { lidMapping } }: Socket,
	cache: Pick<NonNullable<SocketConfig['userDevicesCache']>, 'del'>,
): void {
	async function forget(jid: string): Promise<void> {
		await cache.del(userOf(jid));
		const other = isLid(jid) ? await lidMapping.getPNForLID(jid) : await lidMapping.getLIDForPN(jid);
		if (other !== null) await cache.del(userOf(other));
	}

	const onChange = ({ attrs, content }: BinaryNode): void => {
		const changed = (Array.isArray(content) ? content : []).some(isChange);
		const people = [attrs.from, attrs.lid].map((jid) => withoutDevice(jid ?? ''));
		for (const jid of people) if (changed && jid !== null) forget(jid).catch(() => undefined);
	};
	// Of other people, and of the account itself.
	ws.on('CB:notification,type:devices', onChange);
	ws.on('CB:notification,type:account_sync', onChange);
}

/** The children of the notifications that concern devices. */
const CHANGES: ReadonlySet<string> = new Set(['add', 'remove', 'update', 'devices']);

function isChange({ tag }: BinaryNode): boolean {
	return CHANGES.has(tag);
}
