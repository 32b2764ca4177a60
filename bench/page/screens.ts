import { contactPhone } from '../read/people.ts';
import type { FilledGateway } from './filled-gateway.ts';

export interface Screen {
	name: string;
	/** Its address behind `#`. */
	hash: string;
	/** A selector that matches when the screen is usable. */
	usable: string;
	/** A selector of its scrollable list. */
	list?: string;
}

export function listScreens(of: FilledGateway): Screen[] {
	const { instanceId, webhookId, messageId, deliveryId } = of;
	return [
		{ name: 'overview', hash: '/', usable: '.chart' },
		{ name: 'instances', hash: '/instances', usable: 'a.row' },
		{ name: 'instance', hash: `/instances/${instanceId}`, usable: '.facts' },
		{ name: 'chats', hash: '/chats', usable: '.chat-row', list: '.chat-rows .windowed' },
		{
			name: 'chat',
			hash: `/chats/${instanceId}/${contactPhone(0)}@s.whatsapp.net`,
			usable: '.bubble',
			list: '.conversation-messages .windowed',
		},
		{ name: 'message', hash: `/messages/${messageId}`, usable: '.timeline li' },
		{ name: 'webhooks', hash: '/webhooks', usable: 'a.row' },
		{ name: 'deliveries', hash: `/webhooks/${webhookId}`, usable: '.windowed a.row', list: '.windowed' },
		{ name: 'delivery', hash: `/webhooks/${webhookId}/deliveries/${deliveryId}`, usable: '.attempt' },
		{ name: 'events', hash: '/events', usable: '.event-row', list: '.windowed' },
		{ name: 'keys', hash: '/keys', usable: '.rows article' },
		{ name: 'usage', hash: '/usage', usable: '.figures' },
		{ name: 'audit log', hash: '/audit', usable: '.windowed article', list: '.windowed' },
		{ name: 'account', hash: '/account', usable: '.rows article' },
		{ name: 'API reference', hash: '/reference', usable: '.operation' },
	];
}
