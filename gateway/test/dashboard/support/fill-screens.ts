import { connectedInstance, sendText } from '../../support/gateway.ts';
import { reached } from '../../support/media.ts';
import { at } from '../../support/json.ts';
import { until } from '../../support/until.ts';
import type { Client } from '../../support/client.ts';
import { fillChats } from './fill-chats.ts';

/** The ids of the content that fillScreens creates. */
export interface ScreenIds {
	instanceId: string;
	/** An instance that waits for the scan of its QR code. */
	waitingId: string;
	/** Instances that wait for a pairing code to be typed, and for a passkey. */
	linkingIds: readonly string[];
	webhookId: string;
	deliveryId: string;
	messageId: string;
	failedId: string;
	chatId: string;
	/** Chats with messages of every kind; only fillEveryKind makes them. */
	kindChatIds: readonly string[];
}

/** Creates content for every screen: instances, a conversation, a failed message, a webhook with a failed delivery. */
export async function fillScreens(gateway: Client, webhookUrl: string, text = 'Hello'): Promise<ScreenIds> {
	const instanceId = await connectedInstance(gateway, text);
	const connecting = async (how: object): Promise<string> => {
		const id = (await gateway.post('/v1/instances', { name: text })).text('data.id');
		await gateway.post(`/v1/instances/${id}/connect`, how);
		return id;
	};
	const waitingId = await connecting({ method: 'qrcode' });
	const pairingId = await connecting({ method: 'pairing_code', phone: '4915112345699' });
	const passkeyId = await connecting({ method: 'qrcode' });
	for (const step of ['passkey-challenge', 'scan']) {
		await gateway.post(`/simulator/v1/instances/${passkeyId}/${step}`);
	}
	const webhook = await gateway.post('/v1/webhooks', {
		url: webhookUrl,
		name: text,
		events: ['message.received', 'message.failed'],
	});
	const webhookId = webhook.text('data.id');
	await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
		from: '4915112345678',
		contactName: text,
		content: text,
	});
	const messageId = await sendText(gateway, instanceId, '4915112345678', text, { metadata: { text } });
	const failedId = await sendText(gateway, instanceId, '4915110000000', text);
	await reached(gateway, messageId, 'read');
	await reached(gateway, failedId, 'failed');
	const deliveryId = await until('a delivery with an attempt', async () => {
		const answer = await gateway.get(`/v1/webhooks/${webhookId}/deliveries`);
		const [first] = answer.at('data.deliveries') as { id: string; finishedAt: string | null }[];
		return (first?.finishedAt ?? null) !== null && first?.id;
	});
	const { body } = await gateway.get(`/v1/messages/chats?instanceId=${instanceId}&search=4915112345678`);
	const chatId = String((at(body, 'data') as { chatId: string }[])[0]?.chatId);
	const linkingIds = [pairingId, passkeyId];
	const ids = { instanceId, waitingId, linkingIds, webhookId, deliveryId, messageId, failedId, chatId };
	return { ...ids, kindChatIds: [] };
}

/** Like fillScreens, with chats that contain messages of every kind. */
export async function fillEveryKind(gateway: Client, webhookUrl: string, text?: string): Promise<ScreenIds> {
	const ids = await fillScreens(gateway, webhookUrl, text);
	return { ...ids, kindChatIds: await fillChats(gateway, ids.instanceId, text) };
}

/** Returns the path of every screen. */
export function allPaths(of: ScreenIds): string[] {
	return [
		'/',
		'/instances',
		`/instances/${of.instanceId}`,
		`/instances/${of.waitingId}`,
		...of.linkingIds.map((id) => `/instances/${id}`),
		'/chats',
		`/chats/${of.instanceId}/${of.chatId}`,
		...of.kindChatIds.map((chatId) => `/chats/${of.instanceId}/${chatId}`),
		'/contacts',
		`/contacts/${of.instanceId}?tab=check`,
		`/contacts/${of.instanceId}/${of.chatId}`,
		'/groups',
		`/groups/${of.instanceId}`,
		...of.kindChatIds
			.filter((chatId) => chatId.endsWith('@g.us'))
			.map((chatId) => `/groups/${of.instanceId}/${chatId}`),
		`/templates/${of.instanceId}`,
		`/messages/${of.messageId}`,
		`/messages/${of.failedId}`,
		'/webhooks',
		`/webhooks/${of.webhookId}`,
		`/webhooks/${of.webhookId}?tab=settings`,
		`/webhooks/${of.webhookId}/deliveries/${of.deliveryId}`,
		'/events',
		'/ledger',
		'/keys',
		'/alerts',
		'/usage',
		'/audit',
		'/users',
		'/account',
		'/reference',
	];
}
