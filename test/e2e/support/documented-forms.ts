import { fromList } from './from-list.ts';
import { messageForms } from './message-forms.ts';
import { ADA, GRACE } from './messages.ts';

/** A form in the documentation: the type and the parameters of its node. */
export type DocumentedForm = { type: string; parameters: Record<string, unknown> };

const GROUP = '120363041234567890@g.us';
const WEBHOOK = 'wh_01jd2c7v9qk3m5x8w4t6r1y0za';
const NOTE = 'note_01jd2c7v9qk3m5x8w4t6r1y0za';

/** Returns the forms in docs/nodes by the names of their pictures. `officialId` is an instance that has templates. */
export function documentedForms(instanceId: string, officialId = instanceId): Record<string, DocumentedForm> {
	const instance = { instanceId: fromList(instanceId, 'Playground phone') };
	const chat = { ...instance, chatId: fromList(`${ADA}@s.whatsapp.net`, 'Ada') };
	const group = { ...instance, groupId: fromList(GROUP, 'Project team') };
	const action = (resource: string, operation: string, parameters: object = {}) => ({
		type: 'messagingGateway',
		parameters: { resource, operation, ...parameters },
	});
	return {
		instance: action('instance', 'connect', { ...instance, waitUntilConnected: true }),
		'instance-connect-pairing-code': action('instance', 'connect', {
			...instance,
			method: 'pairing_code',
			phone: '+49 170 0000042',
		}),
		'instance-get-health': action('instance', 'getHealth', { ...instance, period: '7d' }),
		'instance-update-profile': action('instance', 'updateProfile', {
			...instance,
			updateFields: { name: 'Corner Shop', about: 'Open from 9 to 17', pictureField: 'data' },
		}),
		'official-account': action('instance', 'connect', {
			...instance,
			method: 'official',
			waitUntilConnected: true,
		}),
		message: action('message', 'sendText', {
			...instance,
			to: fromList(`${ADA}@s.whatsapp.net`, 'Ada'),
			message: '=Hello {{ $json.name }}, your order {{ $json.orderId }} is on its way.',
			options: { metadata: '={{ { orderId: $json.orderId } }}' },
		}),
		'message-send-template': action('message', 'sendTemplate', {
			instanceId: fromList(officialId, 'Business account'),
			to: fromList(`${ADA}@s.whatsapp.net`, 'Ada'),
			templateName: fromList('order_shipped|de', 'order_shipped (de)'),
			templateVariables: {
				mappingMode: 'defineBelow',
				value: {
					document: 'data',
					filename: '=Invoice {{ $json.orderId }}.pdf',
					body_first_name: '={{ $json.name }}',
					body_order: '={{ $json.orderId }}',
				},
				matchingColumns: [],
				schema: [],
			},
		}),
		...messageForms((operation, parameters) => action('message', operation, { ...instance, ...parameters })),
		'send-and-wait': action('message', 'sendAndWait', {
			...instance,
			to: fromList(GROUP, 'Project team'),
			message: 'May we order the cables for 40 EUR?',
			responseType: 'approval',
			approvalOptions: { values: { approveLabel: 'Order', declineLabel: 'Wait' } },
			approvers: 'admins',
			limitAmount: 2,
			limitUnit: 'days',
			options: { reactions: true },
		}),
		chat: action('chat', 'getAll', { ...instance, filters: { unreadOnly: true } }),
		'chat-get': action('chat', 'get', chat),
		'chat-take-over': action('chat', 'takeOver', { ...chat, options: { until: '2026-12-24T18:00:00' } }),
		'chat-release': action('chat', 'release', chat),
		'chat-add-note': action('chat', 'addNote', {
			...chat,
			text: '=Wants the invoice of order {{ $json.orderId }} sent to her new address',
		}),
		'chat-get-notes': action('chat', 'getNotes', chat),
		'chat-delete-note': action('chat', 'deleteNote', {
			...chat,
			noteId: fromList(NOTE, 'Wants the invoice sent to her new address'),
		}),
		'chat-get-events': action('chat', 'getEvents', {
			...chat,
			filters: { kind: 'message.received', from: '={{ $now.minus({ days: 1 }) }}' },
		}),
		'chat-mark-unread': action('chat', 'markUnread', chat),
		'chat-archive': action('chat', 'archive', chat),
		'chat-unarchive': action('chat', 'unarchive', chat),
		'chat-update': action('chat', 'update', {
			...chat,
			updateFields: { mutedUntil: '2026-12-24T18:00:00', pinned: true },
		}),
		'chat-subscribe-presence': action('chat', 'subscribePresence', chat),
		'contact-block': action('contact', 'block', { ...instance, phone: fromList(GRACE, 'Grace') }),
		'contact-unblock': action('contact', 'unblock', {
			...instance,
			phone: { __rl: true, mode: 'id', value: '={{ $json.senderId }}' },
		}),
		contact: action('contact', 'getProfile', {
			...instance,
			phone: fromList(GRACE, 'Grace'),
			downloadPicture: true,
		}),
		group: action('group', 'addParticipants', {
			...group,
			participants: '+49 170 0000042, +49 170 0000077',
		}),
		'group-update': action('group', 'update', {
			...group,
			updateFields: { name: 'Project team', announce: false },
			picture: 'binary',
		}),
		'group-get-invite': action('group', 'getInvite', group),
		'group-revoke-invite': action('group', 'revokeInvite', group),
		'group-join': action('group', 'join', {
			...instance,
			invite: 'https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv',
		}),
		'group-leave': action('group', 'leave', group),
		webhook: action('webhook', 'create', {
			url: 'https://shop.example.com/messages',
			events: ['message.received'],
			...instance,
			options: {
				name: 'Orders',
				ordered: true,
				filters: { owners: ['bot'], textStartsWith: '/order' },
			},
		}),
		'webhook-update': action('webhook', 'update', {
			webhookId: fromList(WEBHOOK, 'Orders'),
			updateFields: { collectSeconds: 10, rotateSecret: true },
		}),
		gateway: action('gateway', 'getUsage'),
		trigger: {
			type: 'messagingGatewayTrigger',
			parameters: {
				events: ['message.received'],
				...instance,
				filters: { chatType: 'direct', leaveOutTakenChats: true, types: ['text'] },
				options: { collectSeconds: 5, ordered: true },
			},
		},
	};
}
