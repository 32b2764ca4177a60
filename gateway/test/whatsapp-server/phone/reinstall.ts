import { newId, timestamp } from '../connection.ts';
import { deliver } from '../deliver.ts';
import { PHONES } from '../wire/jid.ts';
import { jidOf, type Person } from './people.ts';
import { createSignalDevice } from './signal-device.ts';
import { stanza } from '../wire/stanza.ts';
import type { World } from '../world.ts';

/** Replaces a phone by a new one with new keys and without sessions, and notifies every client. */
export function reinstall(world: World, person: Person): void {
	person.device = createSignalDevice();
	for (const group of world.groups.values()) {
		for (const holder of group.senderKeyHolders)
			if (holder.startsWith(`${person.phone} `)) group.senderKeyHolders.delete(holder);
	}
	const attrs = { from: jidOf(person, PHONES), type: 'encrypt' };
	for (const { companions } of world.people.values()) {
		for (const companion of companions) {
			const ownAttrs = { ...attrs, id: newId(), t: timestamp() };
			deliver(companion, stanza('notification', ownAttrs, [stanza('identity')]));
		}
	}
}
