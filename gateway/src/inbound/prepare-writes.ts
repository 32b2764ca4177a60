import type { Clock } from '../domain/clock.ts';
import type { InstanceId, NewId } from '../domain/ids.ts';
import type { NetworkEvent } from '../network/network-event.ts';
import { writeSessionValues } from '../store/instances/network-sessions.ts';
import type { PreparedWrite, Report } from './record-batch.ts';
import { renderQrCode } from './account/qr-code.ts';
import { recordChange } from './changes/record-change.ts';
import type { Presences } from './people/presences.ts';
import { recordCall } from './account/record-call.ts';
import { recordChatChanges } from './chats/record-chat-changes.ts';
import { recordEcho } from './messages/record-echo.ts';
import { recordGroupChange } from './chats/record-group-change.ts';
import { recordPresence } from './people/record-presence.ts';
import {
	recordConnecting,
	recordDisconnected,
	recordPairingCode,
	recordPasskeyRequest,
	recordQr,
} from './account/record-connection.ts';
import { recordHistory } from './messages/record-history.ts';
import { recordNotice } from './account/record-notice.ts';
import { recordRestriction } from './account/record-restriction.ts';

/**
 * Prepares the events of one report for one transaction: first the statuses of outbound messages, then the ids of
 * people, then the other events in their order. So the messages of many new people, each of whom has two ids, are
 * written together. Slow work, such as rendering a QR code, is done here, outside the transaction.
 */
export async function prepareWrites(
	instanceId: InstanceId,
	events: readonly NetworkEvent[],
	deps: PrepareDeps,
): Promise<Report> {
	const others = events.filter((event) => !isStatus(event));
	const people = others.filter(({ kind }) => kind === 'same_person');
	const rest = others.filter(({ kind }) => kind !== 'same_person');
	const writes = await Promise.all([...people, ...rest].map((event) => prepare(instanceId, event, deps)));
	const statuses = events.filter(isStatus).map((event) => ({ instanceId, ...event }));
	return writes.length === 0 ? { statuses } : { statuses, others: { instanceId, writes } };
}

interface PrepareDeps {
	newId: NewId;
	clock: Clock;
	/** The presences of people in all chats. */
	presences: Presences;
}

async function prepare(
	instanceId: InstanceId,
	event: OtherEvent,
	{ newId, clock, presences }: PrepareDeps,
): Promise<PreparedWrite> {
	switch (event.kind) {
		case 'qr': {
			const qr = { qrCode: await renderQrCode(event.text), expiresAt: event.expiresAt };
			return { write: (scope) => recordQr(scope, newId, instanceId, qr, clock.now()) };
		}
		case 'connecting':
			return { write: (scope) => recordConnecting(scope, [instanceId], clock.now()) };
		case 'connected':
			return { connected: { instanceId, profile: event.profile } };
		case 'disconnected':
			return { write: (scope) => recordDisconnected(scope, newId, instanceId, event, clock.now()) };
		case 'contacts':
			return { contacts: event.contacts.map((report) => ({ instanceId, report })) };
		case 'echo':
			return { write: (scope) => recordEcho(scope, newId, instanceId, event.message, clock.now()) };
		case 'change':
			return { write: (scope) => recordChange(scope, newId, instanceId, event.change, clock.now()) };
		case 'same_person':
			return { samePerson: { instanceId, ids: event.ids } };
		case 'group_names':
			return { groupNames: event.groups.map(({ id, name }) => ({ instanceId, id, name })) };
		case 'group_change':
			return { write: (scope) => recordGroupChange(scope, newId, instanceId, event.change, clock.now()) };
		case 'presence':
			return {
				write: (scope) =>
					recordPresence(scope, { newId, presences }, instanceId, event.presence, clock.now()),
			};
		case 'call':
			return { write: (scope) => recordCall(scope, newId, instanceId, event.call, clock.now()) };
		case 'chat_changes':
			return { write: (scope) => recordChatChanges(scope, instanceId, event.chats, clock.now()) };
		case 'history':
			return { write: (scope) => recordHistory(scope, newId, instanceId, event.messages) };
		case 'session':
			return { write: ({ db }) => writeSessionValues(db, instanceId, event.values) };
		case 'notice': {
			const notice = { kind: 'instance.notice', data: { instanceId, ...event.notice } } as const;
			return { write: (scope) => recordNotice(scope, newId, notice, clock.now()) };
		}
		case 'pairing_code':
			return { write: (scope) => recordPairingCode(scope, instanceId, event, clock.now()) };
		case 'passkey_request':
			return { write: (scope) => recordPasskeyRequest(scope, instanceId, event.request) };
		case 'restriction':
			return {
				write: (scope) => recordRestriction(scope, newId, instanceId, event.restriction, clock.now()),
			};
		case 'message':
			return { message: { instanceId, incoming: event.message, at: clock.now() } };
	}
}

/** Every event but the statuses of outbound messages. */
type OtherEvent = Exclude<NetworkEvent, { kind: 'receipt' | 'failure' }>;

function isStatus(event: NetworkEvent): event is Extract<NetworkEvent, { kind: 'receipt' | 'failure' }> {
	return event.kind === 'receipt' || event.kind === 'failure';
}
