import { contactPhone } from '../read/people.ts';
import type { FilledGateway } from './filled-gateway.ts';

/** A screen, what shows that it can be used, and the list in it that scrolls. */
export interface Screen {
	name: string;
	place: string;
	usable: string;
	list?: string;
}

export function listScreens(of: FilledGateway): Screen[] {
	const { instanceId, webhookId, messageId, deliveryId } = of;
	return [
		{ name: 'overview', place: '/', usable: '.chart' },
		{ name: 'instances', place: '/instances', usable: 'a.row' },
		{ name: 'instance', place: `/instances/${instanceId}`, usable: '.facts' },
		{ name: 'chats', place: '/chats', usable: '.chat-row', list: '.chat-rows .windowed' },
		{
			name: 'chat',
			place: `/chats/${instanceId}/${contactPhone(0)}@s.whatsapp.net`,
			usable: '.bubble',
			list: '.conversation-messages .windowed',
		},
		{ name: 'message', place: `/messages/${messageId}`, usable: '.timeline li' },
		{ name: 'webhooks', place: '/webhooks', usable: 'a.row' },
		{ name: 'deliveries', place: `/webhooks/${webhookId}`, usable: '.windowed a.row', list: '.windowed' },
		{ name: 'delivery', place: `/webhooks/${webhookId}/deliveries/${deliveryId}`, usable: '.attempt' },
		{ name: 'events', place: '/events', usable: '.event-row', list: '.windowed' },
		{ name: 'keys', place: '/keys', usable: '.rows article' },
		{ name: 'usage', place: '/usage', usable: '.figures' },
		{ name: 'audit log', place: '/audit', usable: '.windowed article', list: '.windowed' },
		{ name: 'account', place: '/account', usable: '.rows article' },
		{ name: 'API reference', place: '/reference', usable: '.operation' },
	];
}
