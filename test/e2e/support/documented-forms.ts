import { ADA, GRACE } from './messages.ts';

/** A form in the documentation: the type and the parameters of its node. */
export type DocumentedForm = { type: string; parameters: Record<string, unknown> };

const GROUP = '120363041234567890@g.us';
const WEBHOOK = 'wh_01jd2c7v9qk3m5x8w4t6r1y0za';

/** Returns the forms in docs/nodes by the names of their pictures. */
export function documentedForms(instanceId: string): Record<string, DocumentedForm> {
	const instance = { instanceId: fromList(instanceId, 'Playground phone') };
	const action = (resource: string, operation: string, parameters: object = {}) => ({
		type: 'messagingGateway',
		parameters: { resource, operation, ...parameters },
	});
	return {
		instance: action('instance', 'connect', { ...instance, waitUntilConnected: true }),
		message: action('message', 'sendText', {
			...instance,
			to: fromList(`${ADA}@s.whatsapp.net`, 'Ada'),
			message: '=Hello {{ $json.name }}, your order {{ $json.orderId }} is on its way.',
			options: { metadata: '={{ { orderId: $json.orderId } }}' },
		}),
		'send-and-wait': action('message', 'sendAndWait', {
			...instance,
			to: { __rl: true, mode: 'id', value: '+49 170 0000077' },
			message: 'Shall we deliver on Friday?',
			responseType: 'choice',
			choices: 'Morning, Afternoon, Another day',
			limitAmount: 2,
			limitUnit: 'days',
		}),
		chat: action('chat', 'getAll', { ...instance, filters: { unreadOnly: true } }),
		contact: action('contact', 'getProfile', {
			...instance,
			phone: fromList(GRACE, 'Grace'),
			downloadPicture: true,
		}),
		group: action('group', 'addParticipants', {
			...instance,
			groupId: fromList(GROUP, 'Project team'),
			participants: '+49 170 0000042, +49 170 0000077',
		}),
		webhook: action('webhook', 'getDeliveries', {
			webhookId: fromList(WEBHOOK, 'Orders'),
			filters: { status: 'failed' },
		}),
		gateway: action('gateway', 'getUsage'),
		trigger: {
			type: 'messagingGatewayTrigger',
			parameters: {
				events: ['message.received'],
				...instance,
				filters: { chatType: 'direct', types: ['text'], textMatches: '^order\\s+\\d+' },
				options: { collectSeconds: 5 },
			},
		},
	};
}

/** Returns the value of a resource locator with an entry of its list. */
function fromList(value: string, name: string): object {
	return { __rl: true, mode: 'list', value, cachedResultName: name };
}
