import { isGroupJid, phoneOfChat, recipientOf } from '../../../domain/phone.ts';
import { GatewayError } from '../../../domain/error.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import type { DriverContext } from '../../driver.ts';
import type { ContactReport, NetworkEvent } from '../../network-event.ts';
import { ADDRESS_BOOK_REPORTED, contactProfileOf } from '../phones/address-book.ts';
import { blockKey } from '../phones/block-key.ts';

type Session = DriverContext['session'];

/**
 * Blocks or unblocks a person, by phone number or id, for an instance's account. Returns the contact as it is then.
 * Throws contact_not_found for a number that is not on the network.
 */
export async function setBlocked(
	instanceId: InstanceId,
	person: string,
	blocked: boolean,
	session: Session,
): Promise<ContactReport> {
	// If the report of the contact gets lost, the next connection reports all contacts.
	const values = { [blockKey(person)]: blocked ? 'yes' : null, [ADDRESS_BOOK_REPORTED]: null };
	const phone = phoneOfChat(person) ?? person;
	if (phone.includes('@')) {
		await session.write(values);
		return { id: person, phone: null, isBlocked: blocked };
	}
	const contact = await contactProfileOf(instanceId, phone, session);
	if (contact === null) throw new GatewayError('contact_not_found', `${phone} is not on the network.`);
	await session.write(values);
	return { ...contact, isBlocked: blocked };
}

/** Whether the account has blocked a person, by phone number or id. */
export async function isBlocked(session: Session, person: string): Promise<boolean> {
	return (await session.read(blockKey(recipientOf(person)))) !== null;
}

/**
 * The same context, without the messages, presence and calls of people whom the account has blocked. Their messages in
 * groups arrive.
 */
export function withoutBlockedPeople(context: DriverContext): DriverContext {
	return {
		...context,
		async report(events) {
			const reported: NetworkEvent[] = [];
			for (const event of events) {
				const person = personOf(event);
				if (person === null || !(await isBlocked(context.session, person))) reported.push(event);
			}
			if (reported.length > 0 || events.length === 0) await context.report(reported);
		},
	};
}

/** The person who writes, calls or is online outside a group; null: nobody. */
function personOf(event: NetworkEvent): string | null {
	const action = actionIn(event);
	return action === null || isGroupJid(action.chatId) ? null : action.senderId;
}

/** The message, the presence or the call of an event; null: it reports nothing that a person did. */
function actionIn(event: NetworkEvent): { chatId: string; senderId: string } | null {
	if (event.kind === 'message') return event.message;
	if (event.kind === 'presence') return event.presence;
	return event.kind === 'call' ? event.call : null;
}
