import { GatewayError } from '../domain/error.ts';
import { phoneOfChat } from '../domain/phone.ts';
import { mergeContacts } from '../inbound/people/record-contacts.ts';
import type { Connections } from '../network/connections/connections.ts';
import { contactKeyText, findContacts, type ContactRow } from '../store/chats/contacts.ts';
import { currentIdOf } from '../store/chats/person-ids.ts';
import type { Store } from '../store/store.ts';
import { connectionOrThrow } from './find-instance.ts';

/**
 * Blocks or unblocks a person at the network, then in the database. `contactId`: any id of the person. Returns the
 * contact. Throws invalid_instance, instance_disconnected, contact_not_found.
 */
export async function setBlocked(
	{ store, connections }: { store: Store; connections: Connections },
	{ instanceId, contactId }: { instanceId: string; contactId: string },
	blocked: boolean,
): Promise<ContactRow> {
	const { instance, connection } = await connectionOrThrow(store.read, connections, instanceId);
	const id = await currentIdOf(store.read, instance.id, contactId);
	await connection.setBlocked(id, blocked);
	const report = { id, phone: phoneOfChat(id), isBlocked: blocked };
	const key = { instanceId: instance.id, id };
	const contact = await store.commit(async (scope) => {
		await mergeContacts(scope, [{ instanceId: instance.id, report }]);
		return (await findContacts(scope.db, [key])).get(contactKeyText(key));
	});
	if (contact !== undefined) return contact;
	throw new GatewayError('contact_not_found', 'The contact was deleted meanwhile.');
}
