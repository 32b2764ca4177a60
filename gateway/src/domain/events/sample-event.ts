import { DAY } from '../duration.ts';
import { timestamp } from '../clock.ts';
import type { GatewayEvent } from './event.ts';
import type { InstanceId, MessageId } from '../ids.ts';
import { chatIdOf } from '../phone.ts';
import type { EventKind } from './event-kind.ts';

const PHONE = '4915112345678';
const GROUP = '120363000000000000@g.us';
const WEBHOOK = 'wh_00000000000000000000000000' as const;
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
	const ofChat = { instanceId, chatId: chatIdOf(PHONE), timestamp: timestamp(at) };
	const ofPerson = { instanceId, senderId: chatIdOf(PHONE), from: PHONE, timestamp: timestamp(at) };
	const ofGroup = { ...ofPerson, groupId: GROUP, groupName: 'Test group', isFromMe: false };
	const ofWebhook = { instanceId, webhookId: WEBHOOK, name: 'Test webhook', host: 'example.com' };
	const ofAlert = {
		instanceId,
		alertId: 'alr_00000000000000000000000000' as const,
		kind: 'instance_disconnected' as const,
		message: 'This is a test event.',
		advice: 'There is nothing to do.',
		url: `https://gateway.example.com/#/instances/${instanceId}`,
		since: timestamp(at - 60_000),
	};
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
		case 'group.updated':
			return { kind, data: { ...ofGroup, changed: ['name'], name: 'Test group' } };
		case 'group.participants':
			return {
				kind,
				data: { ...ofGroup, action: 'add', participants: [{ id: chatIdOf(PHONE), phone: PHONE }] },
			};
		case 'presence.updated':
			return {
				kind,
				data: { ...ofPerson, chatId: chatIdOf(PHONE), state: 'typing', lastSeenAt: null },
			};
		case 'call.received':
			return {
				kind,
				data: {
					...ofPerson,
					chatId: chatIdOf(PHONE),
					callId: 'TESTCALL',
					contactName: 'Test contact',
					isGroup: false,
					video: false,
					rejected: false,
				},
			};
		case 'chat.taken': {
			const until = timestamp(at + 30 * 60_000);
			return { kind, data: { ...ofChat, owner: 'person', until, by: 'phone' } };
		}
		case 'chat.released':
			return { kind, data: { ...ofChat, owner: 'bot', until: null, reason: 'silence' } };
		case 'instance.restricted':
			return {
				kind,
				data: {
					instanceId,
					active: true,
					kind: 'new_chats',
					reason: null,
					until: timestamp(at + DAY),
					newChatsLeft: 0,
					message: 'This is a test event.',
				},
			};
		case 'webhook.failing':
			return {
				kind,
				data: {
					...ofWebhook,
					since: timestamp(at - 15 * 60_000),
					failures: 5,
					statusCode: 503,
					error: null,
					paused: false,
				},
			};
		case 'webhook.recovered':
			return { kind, data: { ...ofWebhook, failingSince: timestamp(at - 15 * 60_000) } };
		case 'alert.firing':
			return { kind, data: { ...ofAlert, reminder: false } };
		case 'alert.resolved':
			return { kind, data: { ...ofAlert, resolvedAt: timestamp(at) } };
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
