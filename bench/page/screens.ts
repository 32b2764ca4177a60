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

/** Every screen of the page; where a screen has parts that load one after the other, the one that takes longest. */
export function listScreens(of: FilledGateway): Screen[] {
	const { instanceId, officialId, groupId, webhookId, messageId, deliveryId } = of;
	const chatId = `${contactPhone(0)}@s.whatsapp.net`;
	return [
		{ name: 'overview', hash: '/', usable: '.chart' },
		{ name: 'instances', hash: '/instances', usable: '.row' },
		{ name: 'instance', hash: `/instances/${instanceId}`, usable: '.facts' },
		{ name: 'instance: health', hash: `/instances/${instanceId}`, usable: CHART },
		{ name: 'instance: 30 days', hash: `/instances/${instanceId}?period=30d`, usable: CHART },
		{ name: 'chats', hash: '/chats', usable: '.chat-row', list: '.chat-rows .windowed' },
		{
			name: 'chat',
			hash: `/chats/${instanceId}/${chatId}`,
			usable: '.bubble',
			list: '.conversation-messages .windowed',
		},
		{ name: 'message', hash: `/messages/${messageId}`, usable: '.timeline li' },
		{ name: 'contacts', hash: `/contacts/${instanceId}`, usable: '.windowed .row', list: '.windowed' },
		{
			name: 'contacts, searched',
			hash: `/contacts/${instanceId}?search=jansen`,
			usable: '.windowed .row',
		},
		{ name: 'number check', hash: `/contacts/${instanceId}?tab=check`, usable: 'textarea' },
		{ name: 'contact', hash: `/contacts/${instanceId}/${chatId}`, usable: '.facts' },
		{ name: 'groups', hash: `/groups/${instanceId}`, usable: '.windowed .row', list: '.windowed' },
		{ name: 'group', hash: `/groups/${instanceId}/${groupId}`, usable: '.rows .row' },
		{ name: 'templates', hash: `/templates/${officialId}`, usable: '.rows .row' },
		{ name: 'webhooks', hash: '/webhooks', usable: '.row' },
		{ name: 'deliveries', hash: `/webhooks/${webhookId}`, usable: '.windowed .row', list: '.windowed' },
		{ name: 'deliveries: chart', hash: `/webhooks/${webhookId}`, usable: CHART },
		{ name: 'deliveries: 30 days', hash: `/webhooks/${webhookId}?period=30d`, usable: CHART },
		{
			name: 'deliveries, failed',
			hash: `/webhooks/${webhookId}?status=failed`,
			usable: '.windowed .row',
		},
		{ name: 'webhook: settings', hash: `/webhooks/${webhookId}?tab=settings`, usable: '.form' },
		{ name: 'delivery', hash: `/webhooks/${webhookId}/deliveries/${deliveryId}`, usable: '.attempt' },
		{ name: 'events', hash: '/events', usable: '.event-row', list: '.windowed' },
		{ name: 'ledger', hash: '/ledger', usable: '.ledger-table tbody tr' },
		{ name: 'keys', hash: '/keys', usable: '.rows .row' },
		{ name: 'alerts', hash: '/alerts', usable: '.rows .row' },
		{ name: 'usage', hash: '/usage', usable: '.facts' },
		{ name: 'audit log', hash: '/audit', usable: '.windowed .row', list: '.windowed' },
		{ name: 'users', hash: '/users', usable: '.rows .row' },
		{ name: 'account', hash: '/account', usable: '.rows .row' },
		{ name: 'API reference', hash: '/reference', usable: '.code-block' },
	];
}

const CHART = '.chart-plot';
