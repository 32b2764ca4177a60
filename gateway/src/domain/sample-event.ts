import { timestamp } from './clock.ts';
import type { EventKind, GatewayEvent } from './event.ts';
import type { InstanceId, MessageId } from './ids.ts';
import { chatIdOf } from './phone.ts';

const PHONE = '4915112345678';
/** One transparent pixel, in place of a QR code. */
const PIXEL =
	'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Creates an event of this kind with sample data, for POST /v1/webhooks/{id}/test. */
export function sampleEvent(
	kind: EventKind,
	ids: { instanceId: InstanceId; messageId: MessageId },
	at: number,
): GatewayEvent {
	const { instanceId } = ids;
	const subject = { ...ids, chatId: chatIdOf(PHONE), to: PHONE };
	const content = {
		...ids,
		chatId: chatIdOf(PHONE),
		timestamp: timestamp(at),
		contactName: 'Test contact',
		isGroup: false,
	};
	const change = { ...content, senderId: chatIdOf(PHONE), from: PHONE, isFromMe: false };
	switch (kind) {
		case 'message.received':
			return {
				kind,
				data: {
					...ids,
					chatId: chatIdOf(PHONE),
					from: PHONE,
					senderId: chatIdOf(PHONE),
					type: 'text',
					content: 'This is a test event.',
					timestamp: timestamp(at),
					contactName: 'Test contact',
					isGroup: false,
				},
			};
		case 'message.echo':
			return {
				kind,
				data: {
					...content,
					to: PHONE,
					senderId: chatIdOf(PHONE),
					isFromMe: true,
					source: 'phone',
					type: 'text',
					content: 'This is a test event.',
				},
			};
		case 'message.edited':
			return { kind, data: { ...change, type: 'text', content: 'This is a test event.' } };
		case 'message.deleted':
			return { kind, data: change };
		case 'message.reaction':
			return { kind, data: { ...change, targetMessageId: ids.messageId, emoji: '👍' } };
		case 'message.unavailable':
			return {
				kind,
				data: { ...content, from: PHONE, senderId: chatIdOf(PHONE), reason: 'view_once' },
			};
		case 'poll.voted': {
			const counts = [
				{ option: 'Yes', votes: 1 },
				{ option: 'No', votes: 0 },
			];
			return { kind, data: { ...change, options: ['Yes'], counts } };
		}
		case 'contact.updated':
			return {
				kind,
				data: {
					instanceId,
					contactId: chatIdOf(PHONE),
					phone: PHONE,
					username: null,
					contactName: 'Test contact',
					profilePicUrl: null,
					changed: ['name'],
					earlierIds: [],
				},
			};
		case 'message.sent':
			return { kind, data: { ...subject, type: 'text', content: 'This is a test event.', status: 'sent' } };
		case 'message.delivered':
			return { kind, data: { ...subject, status: 'delivered', deliveredAt: timestamp(at) } };
		case 'message.read':
			return { kind, data: { ...subject, status: 'read', readAt: timestamp(at) } };
		case 'message.failed': {
			const error = { code: 'recipient_not_found' as const, message: 'This is a test event.' };
			return { kind, data: { ...subject, status: 'failed', error } };
		}
		case 'instance.connected':
			return { kind, data: { instanceId, phone: PHONE, profileName: 'Test profile' } };
		case 'instance.disconnected':
			return { kind, data: { instanceId, reason: 'logged_out' } };
		case 'instance.qr_updated':
			return { kind, data: { instanceId, qrCode: PIXEL, expiresAt: timestamp(at + 60_000) } };
		case 'instance.notice':
			return {
				kind,
				data: { instanceId, topic: 'test', message: 'This is a test event.', details: {} },
			};
	}
}
