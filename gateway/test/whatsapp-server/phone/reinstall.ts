import { newId, timestamp } from '../connection.ts';
import { deliver } from '../deliver.ts';
import { PHONES } from '../wire/jid.ts';
import { nameOn, type Person } from './people.ts';
import { createSignalDevice } from './signal-device.ts';
import { stanza } from '../wire/stanza.ts';
import type { World } from '../world.ts';

/** Somebody has a new phone: it has new keys and no sessions, and every client is told. */
export function reinstall(world: World, person: Person): void {
	person.device = createSignalDevice();
	for (const group of world.groups.values()) {
		for (const knows of group.keyed) if (knows.startsWith(`${person.phone} `)) group.keyed.delete(knows);
	}
	const attrs = { from: nameOn(person, PHONES), type: 'encrypt' };
	for (const { companions } of world.people.values()) {
		for (const companion of companions) {
			const told = { ...attrs, id: newId(), t: timestamp() };
			deliver(companion, stanza('notification', told, [stanza('identity')]));
		}
	}
}
