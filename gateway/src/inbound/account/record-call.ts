import { timestamp } from '../../domain/clock.ts';
import type { GatewayEvent } from '../../domain/events/event.ts';
import type { InstanceId, NewId } from '../../domain/ids.ts';
import { isGroupJid, phoneOfChat } from '../../domain/phone.ts';
import type { CallReport } from '../../network/network-event.ts';
import { contactKeyText, nameOfContact } from '../../store/chats/contacts.ts';
import { readCurrentIds } from '../../store/chats/person-ids.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { recordEvents } from '../../store/events/events.ts';
import { findInstance } from '../../store/instances/instances.ts';
import { isNewReport } from '../../store/instances/recent-reports.ts';
import { mergeContacts } from '../people/record-contacts.ts';

/** Records a call that arrived, with the event `call.received`. A call that was reported before changes nothing. */
export async function recordCall(
	scope: CommitScope,
	newId: NewId,
	instanceId: InstanceId,
	call: CallReport,
	now: number,
): Promise<void> {
	const { db } = scope;
	if ((await findInstance(db, instanceId)) === undefined) return;
	if (!(await isNewReport(db, instanceId, { call: call.callId }))) return;
	const { callId, video, rejected } = call;
	const currentIdOf = await readCurrentIds(db, [
		{ instanceId, id: call.chatId },
		{ instanceId, id: call.senderId },
	]);
	const chatId = currentIdOf({ instanceId, id: call.chatId });
	const senderId = currentIdOf({ instanceId, id: call.senderId });
	const from = call.from ?? phoneOfChat(senderId);
	const { contacts, updated } = await mergeContacts(scope, [
		{ instanceId, report: { id: senderId, phone: from, name: call.contactName } },
	]);
	const contact = contacts.get(contactKeyText({ instanceId, id: senderId }));
	const received: GatewayEvent = {
		kind: 'call.received',
		data: {
			instanceId,
			chatId,
			callId,
			senderId,
			from,
			contactName: contact === undefined ? null : nameOfContact(contact),
			isGroup: isGroupJid(chatId),
			video,
			rejected,
			timestamp: timestamp(call.at),
		},
	};
	await recordEvents(
		scope,
		newId,
		[...updated, received].map((event) => ({ event, at: now })),
	);
}
