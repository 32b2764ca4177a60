import { expect } from '@jest/globals';
import { minIdAt } from '../../../src/domain/ids.ts';
import { setQueueSettings } from '../../support/storage/chat-queues.ts';
import { countRows } from '../../support/database.ts';
import { connectedInstance, sendText, statusOf, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { clientWith } from '../../support/keys.ts';
import type { ManualClock } from '../../support/manual-clock.ts';
import { openOwner } from '../../support/owner.ts';
import { sweptUntil } from '../../support/storage/sweeps.ts';
import { until } from '../../support/until.ts';
import { chatId, CONNECTED, instanceId, nthId, ORDERED_WEBHOOK } from './fill-database.ts';

const ADA = '4915112345678';

/** A gateway to exercise, and the URL of a receiver of webhooks. */
export interface Exercise {
	gateway: TestGateway;
	clock: ManualClock;
	webhookUrl: string;
}

/** Sends every request that reads or writes rows of the growing tables, as clients and the page do. */
export async function requestEverything({ gateway, clock, webhookUrl }: Exercise): Promise<void> {
	const ok = async (answer: Promise<{ status: number; body: unknown }>): Promise<unknown> => {
		const { status, body } = await answer;
		if (status >= 300) failures.push(`${String(status)}: ${JSON.stringify(body)}`);
		return body;
	};
	const failures: string[] = [];
	const get = (path: string) => ok(gateway.get(path));
	const many = instanceId(CONNECTED);
	const chat = chatId(7);

	// Reads of an instance with many chats and messages.
	for (const path of ['', '/status']) await get(`/v1/instances/${many}${path}`);
	await get('/v1/instances?status=connected');
	await get('/v1/usage');
	for (const query of ['', `&chatId=${chat}`, `&before=${minIdAt('msg', clock.now())}`]) {
		await get(`/v1/messages?instanceId=${many}${query}`);
	}
	for (const query of [
		'q=hello',
		`q=hello%20wor&instanceId=${many}&chatId=${chat}&direction=inbound&type=text`,
	]) {
		await get(`/v1/messages/search?${query}`);
	}
	for (const query of ['', `?instanceId=${many}`, '?groupBy=hour', '?recount=true'])
		await get(`/v1/ledger${query}`);
	const listed = (await gateway.get(`/v1/messages?instanceId=${many}`)).text('data.0.messageId');
	await get(`/v1/messages/${listed}`);
	await get(`/v1/messages/${listed}/status`);
	for (const sortBy of ['lastMessageAt', 'unreadCount', 'contactName']) {
		for (const rest of ['', '&unreadOnly=true', '&search=ada', '&sortOrder=asc']) {
			await get(`/v1/messages/chats?instanceId=${many}&sortBy=${sortBy}${rest}`);
		}
	}
	for (const archived of ['true', 'false', 'true&search=ada']) {
		await get(`/v1/chats?instanceId=${many}&archived=${archived}`);
	}
	for (const search of ['', '&search=ada', '&search=4915'])
		await get(`/v1/contacts?instanceId=${many}${search}`);

	// Webhooks and their deliveries.
	const webhook = nthId('wh', 1, 1_700_000_000_000);
	await get('/v1/webhooks');
	await get(`/v1/webhooks?instanceId=${many}&status=active`);
	for (const path of ['', '/logs', '/deliveries', '/deliveries?status=failed', '/health']) {
		await get(`/v1/webhooks/${webhook}${path}`);
	}
	await get(`/v1/webhooks/${webhook}/deliveries?event=message.received`);
	const failed = (await gateway.get(`/v1/webhooks/${webhook}/deliveries?status=failed`)).text(
		'data.deliveries.0.id',
	);
	await get(`/v1/webhooks/${webhook}/deliveries/${failed}`);
	for (const period of ['1h', '24h', '7d', '30d']) {
		await get(`/v1/webhooks/${webhook}/statistics?period=${period}`);
		await get(`/v1/instances/${many}/health?period=${period}`);
	}
	const day = new Date(clock.now() - 24 * 3_600_000).toISOString();
	await get(`/v1/webhooks/${webhook}/deliveries?since=${day}&until=${new Date(clock.now()).toISOString()}`);
	for (const person of [chat, '123456789012345@lid']) {
		await get(`/v1/webhooks/${webhook}/deliveries?chatId=${person}`);
	}
	const selection = { deliveryIds: [failed] };
	await ok(gateway.post(`/v1/webhooks/${webhook}/deliveries/preview`, selection));
	await ok(gateway.post(`/v1/webhooks/${webhook}/deliveries/preview`, { since: day }));
	await ok(gateway.post(`/v1/webhooks/${webhook}/deliveries/retry`, selection));
	await ok(gateway.post(`/v1/webhooks/${webhook}/deliveries/skip`, selection));
	await ok(gateway.post(`/v1/webhooks/${webhook}/deliveries/${failed}/test`, { payload: { event: 'test' } }));
	await ok(gateway.post(`/v1/webhooks/${webhook}/deliveries/${failed}/retry`));
	const { eventId } = (await gateway.get(`/v1/webhooks/${webhook}/deliveries/${failed}`)).at('data') as {
		eventId: string;
	};
	for (const claimant of ['one', 'two']) {
		await ok(gateway.post(`/v1/webhooks/${webhook}/events/${eventId}/claim`, { claimant }));
	}
	const since = new Date(clock.now() - 2 * 86_400_000).toISOString();
	await ok(gateway.post(`/v1/webhooks/${webhook}/deliveries/recover`, { since }));
	await ok(gateway.post(`/v1/webhooks/${webhook}/test`, { event: 'message.received' }));
	const created = await gateway.post('/v1/webhooks', {
		url: webhookUrl,
		events: ['message.received', 'message.sent'],
	});
	await ok(gateway.put(`/v1/webhooks/${created.text('data.id')}`, { status: 'inactive' }));
	await requestQueues(gateway, webhookUrl, ok);

	// Keys that see some instances, or may not read messages.
	const limited = await clientWith(gateway, { instances: [many, instanceId(5)] });
	for (const path of ['instances', 'instances?status=connected', 'usage', 'webhooks', `messages/${listed}`]) {
		await ok(limited.get(`/v1/${path}`));
	}
	const unread = await clientWith(gateway, { scopes: ['webhooks:write'] });
	expect((await unread.put(`/v1/webhooks/${webhook}`, { url: `${webhookUrl}other` })).status).toBe(403);
	// All failed deliveries are recovered by now.
	await ok(unread.post(`/v1/webhooks/${webhook}/deliveries/recover`, { since }));

	// The owner's page.
	const owner = await openOwner(gateway);
	for (const path of ['overview', 'overview?hours=48', 'system', 'events', 'audit', 'keys', 'sessions']) {
		await ok(owner.get(`/admin/v1/${path}`));
	}
	for (const q of ['ada', '4915', nthId('dlv', 1, clock.now()), nthId('evt', 1, clock.now())]) {
		await ok(owner.get(`/admin/v1/find?q=${q}`));
	}
	await ok(owner.get(`/admin/v1/events?kind=instance.notice&instanceId=${many}`));
	await ok(owner.get(`/admin/v1/messages/${listed}/timeline`));
	expect((await fetch(`${gateway.url}/metrics`)).status).toBe(200);

	// Sends and receives messages, with everything that follows.
	const shop = await connectedInstance(gateway);
	const simulator = `/simulator/v1/instances/${shop}`;
	const sent = await sendText(gateway, shop, ADA);
	await until('a message to be read', async () => at(await statusOf(gateway, sent), 'status') === 'read');
	await ok(owner.get(`/admin/v1/messages/${sent}/timeline`));
	const keyed = {
		method: 'POST',
		headers: { ...gateway.headers, 'Idempotency-Key': 'one' },
		body: JSON.stringify({ instanceId: shop, to: ADA, message: 'Once' }),
	};
	await ok(gateway.request('/v1/messages/send', keyed));
	await ok(gateway.request('/v1/messages/send', keyed));
	const received = await gateway.post(`${simulator}/messages`, { from: ADA, content: 'Hello' });
	await ok(owner.get(`/admin/v1/messages/${received.text('data.messageId')}/timeline`));
	const later = new Date(clock.now() + 3_600_000).toISOString();
	const scheduled = await sendText(gateway, shop, ADA, 'Later', { sendAt: later });
	await sendText(gateway, shop, ADA, 'Later too', { sendAt: later });
	await ok(gateway.get(`/v1/messages?instanceId=${shop}&scheduled=true`));
	await ok(gateway.get(`/v1/messages?instanceId=${shop}&chatId=${ADA}@s.whatsapp.net&scheduled=true`));
	await ok(gateway.delete(`/v1/messages/${scheduled}`));
	await changeOwners(gateway, shop, ok);
	await ok(gateway.put(`/v1/messages/${sent}/reaction`, { emoji: '👍' }));
	await ok(gateway.post(`/v1/messages/${sent}/forward`, { instanceId: shop, to: ADA }));
	await ok(gateway.delete(`/v1/messages/${sent}`));
	await ok(gateway.post(`/v1/messages/chats/${ADA}@s.whatsapp.net/read`, { instanceId: shop }));
	await ok(gateway.get(`/v1/contacts/${ADA}/profile?instanceId=${shop}`));
	await ok(gateway.post('/v1/contacts/check', { instanceId: shop, phones: [ADA] }));
	await changeMessages(gateway, simulator, received.text('data.messageId'), ok);
	await ok(gateway.post(`${simulator}/history`, {}));
	await ok(gateway.request(`/v1/messages?instanceId=${shop}&limit=100`, { headers: gateway.headers }));
	await ok(gateway.delete(`/v1/webhooks/${nthId('wh', 2, 1_700_000_000_000)}`));
	await ok(gateway.delete(`/v1/instances/${instanceId(5)}`));
	expect(failures).toEqual([]);
}

/** Lets a person take a chat and give it back, in both ways, and switches ownership off. */
async function changeOwners(
	gateway: TestGateway,
	instanceId: string,
	ok: (answer: Promise<{ status: number; body: unknown }>) => Promise<unknown>,
): Promise<void> {
	const setting = (takeover: object | null) => ({
		method: 'PATCH',
		headers: gateway.headers,
		body: JSON.stringify({ settings: { takeover } }),
	});
	const instance = `/v1/instances/${instanceId}`;
	const owner = `/v1/chats/${ADA}@s.whatsapp.net/owner`;
	await ok(gateway.request(instance, setting({ releaseAfter: '30m' })));
	await ok(gateway.post(`/simulator${instance}/echoes`, { to: ADA, content: 'I am here' }));
	expect((await gateway.post('/v1/messages/send', { instanceId, to: ADA, message: 'Hi' })).status).toBe(409);
	await ok(gateway.post(`/simulator${instance}/messages`, { from: ADA, content: 'Thanks' }));
	await ok(gateway.get(`/v1/chats?instanceId=${instanceId}`));
	await ok(gateway.put(owner, { instanceId, owner: 'bot' }));
	await ok(gateway.put(owner, { instanceId, owner: 'person' }));
	await ok(gateway.request(instance, setting(null)));
}

/** Receives messages at a webhook that is ordered and collects them, and reads and skips queues of chats. */
async function requestQueues(
	gateway: TestGateway,
	webhookUrl: string,
	ok: (answer: Promise<{ status: number; body: unknown }>) => Promise<unknown>,
): Promise<void> {
	await ok(gateway.get(`/v1/webhooks/${ORDERED_WEBHOOK}/queues`));
	await ok(gateway.get(`/v1/webhooks/${ORDERED_WEBHOOK}/deliveries?status=waiting`));
	const created = await gateway.post('/v1/webhooks', {
		url: webhookUrl,
		events: ['message.received', 'message.sent'],
	});
	const webhookId = created.text('data.id');
	const shop = await connectedInstance(gateway);
	const receive = (content: string) =>
		ok(gateway.post(`/simulator/v1/instances/${shop}/messages`, { from: ADA, content }));
	for (const settings of [{ collectSeconds: 5 }, { ordered: true }, { filter: { chats: ['1@lid'] } }]) {
		await setQueueSettings(gateway.folder, webhookId, settings);
		await receive('One');
		await receive('Two');
		await sendText(gateway, shop, ADA);
	}
	await ok(gateway.get(`/v1/webhooks/${webhookId}/queues`));
	await ok(gateway.get(`/v1/webhooks/${webhookId}/deliveries`));
	await ok(gateway.post(`/v1/webhooks/${webhookId}/queues/skip`, { instanceId: shop, chatId: ADA }));
}

/** Changes a received message, votes in a poll, writes on the phone, receives from hidden numbers, one of them revealed. */
async function changeMessages(
	gateway: TestGateway,
	simulator: string,
	messageId: string,
	ok: (answer: Promise<{ status: number; body: unknown }>) => Promise<unknown>,
): Promise<void> {
	const lid = '123456789012345@lid';
	const hidden = { from: null, senderId: lid, content: 'Hello' };
	const poll = { question: 'When?', options: ['Monday', 'Tuesday'] };
	const asked = await gateway.post(`${simulator}/messages`, { from: ADA, poll });
	const pollId = asked.text('data.messageId');
	await ok(gateway.put(`${simulator}/messages/${messageId}/reaction`, { emoji: '👍' }));
	const edit = {
		method: 'PATCH',
		headers: gateway.headers,
		body: JSON.stringify({ content: 'Hello again' }),
	};
	await ok(gateway.request(`${simulator}/messages/${messageId}`, edit));
	await ok(gateway.post(`${simulator}/polls/${pollId}/votes`, { from: ADA, options: ['Monday'] }));
	await ok(gateway.get(`/v1/messages/${messageId}`));
	await ok(gateway.get(`/v1/messages/${pollId}`));
	await ok(gateway.delete(`${simulator}/messages/${messageId}`));
	await ok(gateway.post(`${simulator}/echoes`, { to: ADA, content: 'From the phone' }));
	await ok(gateway.post(`${simulator}/faults`, { kind: 'duplicate', on: 'received' }));
	await ok(gateway.post(`${simulator}/messages`, hidden));
	await Promise.all(
		['223456789012345@lid', '323456789012345@lid'].map((senderId) =>
			ok(gateway.post(`${simulator}/messages`, { ...hidden, senderId })),
		),
	);
	await ok(gateway.post(`${simulator}/contacts/${lid}/reveal`, { phone: ADA }));
}

/** Runs the periodic jobs until each has had something to do. */
export async function runJobs({ gateway, clock }: Exercise): Promise<void> {
	await sweptUntil(clock, 'old rows to be removed', async () => {
		const before = clock.now() - 45 * 86_400_000;
		const counts = await Promise.all([
			countRows(gateway.folder, `messages where id < '${minIdAt('msg', before)}'`),
			countRows(gateway.folder, `events where id < '${minIdAt('evt', before)}'`),
			countRows(gateway.folder, `uploads where id < '${minIdAt('med', before)}'`),
			countRows(gateway.folder, `idempotency_keys where created_at < ${before}`),
			countRows(gateway.folder, `messages where status = 'queued'`),
			countRows(gateway.folder, `messages where report_at is not null`),
			countRows(gateway.folder, `webhooks where role = 'deleted'`),
		]);
		return counts.every((count) => count === 0);
	});
}
