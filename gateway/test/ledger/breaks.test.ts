import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { runSql } from '../support/database.ts';
import {
	API_KEY,
	connectedInstance,
	sendText,
	startTestGateway,
	type TestGateway,
} from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';
import { until } from '../support/until.ts';

const ADA = '4915112345678';

interface Hour {
	state: string;
	checked: number;
	missing: number;
	verdict: string;
	instances: Record<string, unknown>[];
	breaks: { kind: string; messageId: string | null; eventId: string | null; eventKind: string | null }[];
}

const NO_HOUR: Hour = { state: '', checked: 0, missing: 0, verdict: '', instances: [], breaks: [] };

describe('the ledger of one hour', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	let shop: string;

	beforeAll(async () => {
		receiver = await startReceiver();
		gateway = await startTestGateway();
		const events = [
			'message.received',
			'message.sent',
			'message.delivered',
			'message.read',
			'message.failed',
		];
		for (const path of ['a', 'b'])
			await gateway.post('/v1/webhooks', { url: `${receiver.url}/${path}`, events });
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
	});
	beforeEach(async () => {
		shop = await connectedInstance(gateway);
	});

	/** Counts again what happened to an instance, in all hours of the test. */
	async function ledgerOf(instanceId: string): Promise<Hour> {
		const answer = await gateway.get(`/v1/ledger?instanceId=${instanceId}&recount=true`);
		expect(answer.status).toBe(200);
		const hours = (answer.at('data') as Hour[]).filter(({ instances }) => instances.length > 0);
		// A test may run into the next hour; its rows are in one of them, or in both.
		return {
			...NO_HOUR,
			...hours[0],
			breaks: hours.flatMap(({ breaks }) => breaks),
			missing: hours.reduce((sum, { missing }) => sum + missing, 0),
		};
	}

	async function receive(text = 'Hi'): Promise<string> {
		const answer = await gateway.post(`/simulator/v1/instances/${shop}/messages`, {
			from: ADA,
			content: text,
		});
		expect(answer.status).toBeLessThan(300);
		return answer.text('data.messageId');
	}

	/** Sends a message, receives one, and waits until each of their events is delivered to both webhooks. */
	async function exchange(): Promise<{ sent: string; received: string }> {
		const sent = await sendText(gateway, shop, ADA);
		const received = await receive();
		await until('all deliveries', async () => {
			return at(await ledgerOf(shop), 'instances.0.deliveries.success') === 8;
		});
		return { sent, received };
	}

	async function eventOf(messageId: string, kind: string): Promise<string> {
		const rows = await runSql(
			gateway.folder,
			`select id from events where kind = '${kind}' and body like '%"messageId":"${messageId}"%'`,
		);
		return String(rows[0]?.id);
	}

	const namesOf = ({ breaks }: Hour) =>
		breaks.map(({ kind, messageId, eventId, eventKind }) => ({ kind, messageId, eventId, eventKind }));

	it('counts what was accepted, acknowledged, stored, recorded and delivered, with nothing missing', async () => {
		await exchange();
		const ledger = await until('the note of the acknowledgement', async () => {
			const hour = await ledgerOf(shop);
			return at(hour, 'instances.0.inbound.acknowledged') === 1 && hour;
		});
		expect(ledger.breaks).toEqual([]);
		expect(ledger.missing).toBe(0);
		expect(ledger.instances[0]).toMatchObject({
			instanceId: shop,
			instanceName: 'Shop',
			outbound: { accepted: 1, waiting: 0, acknowledged: 1, delivered: 1, read: 1, failed: 0 },
			inbound: { acknowledged: 1, stored: 1, waiting: 0 },
			deliveries: { expected: 8, success: 8, pending: 0, failed: 0 },
			missing: 0,
		});
		expect(ledger.verdict).toMatch(/^0 of \d+ missing$/);
	});

	it('names the event of a delivery that is gone', async () => {
		const { sent } = await exchange();
		const eventId = await eventOf(sent, 'message.delivered');
		await runSql(
			gateway.folder,
			`delete from deliveries where id = (select min(id) from deliveries where event_id = '${eventId}')`,
		);
		const ledger = await ledgerOf(shop);
		expect(namesOf(ledger)).toEqual([
			{ kind: 'event_without_delivery', messageId: null, eventId, eventKind: 'message.delivered' },
		]);
		expect(ledger.missing).toBe(1);
	});

	it('names the message and the kind of an event that is gone', async () => {
		const { sent, received } = await exchange();
		await runSql(gateway.folder, `delete from events where id = '${await eventOf(sent, 'message.read')}'`);
		await runSql(
			gateway.folder,
			`delete from events where id = '${await eventOf(received, 'message.received')}'`,
		);
		const names = namesOf(await ledgerOf(shop));
		expect(names).toHaveLength(2);
		// In the order of their hours, if one ended meanwhile.
		expect(names).toEqual(
			expect.arrayContaining([
				{ kind: 'message_without_event', messageId: received, eventId: null, eventKind: 'message.received' },
				{ kind: 'message_without_event', messageId: sent, eventId: null, eventKind: 'message.read' },
			]),
		);
	});

	it('names a missing sent message by its events', async () => {
		const { sent } = await exchange();
		await runSql(gateway.folder, `delete from messages where id = '${sent}'`);
		const eventId = await eventOf(sent, 'message.sent');
		expect(namesOf(await ledgerOf(shop))).toEqual([
			{ kind: 'event_without_message', messageId: sent, eventId, eventKind: null },
		]);
	});

	it('names a received message that is gone as the network knows it', async () => {
		const { received } = await exchange();
		await until('the note of the acknowledgement', async () => {
			return at(await ledgerOf(shop), 'instances.0.inbound.acknowledged') === 1;
		});
		const [row] = await runSql(
			gateway.folder,
			`select provider_message_id as id from messages where id = '${received}'`,
		);
		const eventId = await eventOf(received, 'message.received');
		await runSql(gateway.folder, `delete from events where id = '${eventId}'`);
		await runSql(gateway.folder, `delete from messages where id = '${received}'`);
		const ledger = await ledgerOf(shop);
		expect(ledger.breaks).toEqual([
			expect.objectContaining({ kind: 'acknowledged_without_message', networkId: row?.id, messageId: null }),
		]);
	});

	it('names an accepted message that is gone before anything followed, by the answer to its request', async () => {
		const body = { instanceId: shop, to: ADA, message: 'Later', sendAt: new Date(Date.now() + 600_000) };
		const answer = await fetch(`${gateway.url}/v1/messages/send`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${API_KEY}`,
				'content-type': 'application/json',
				'idempotency-key': 'one',
			},
			body: JSON.stringify(body),
		});
		const { messageId } = (await answer.json()) as { messageId: string };
		await runSql(gateway.folder, `delete from messages where id = '${messageId}'`);
		const all = (await gateway.get('/v1/ledger?recount=true')).at('data') as Hour[];
		expect(all.flatMap(namesOf)).toContainEqual({
			kind: 'accepted_without_message',
			messageId,
			eventId: null,
			eventKind: null,
		});
	});

	it('names a message and a delivery with a status that does not exist', async () => {
		const { sent, received } = await exchange();
		const eventId = await eventOf(sent, 'message.sent');
		await runSql(gateway.folder, `update messages set status = 'lost' where id = '${received}'`);
		await runSql(
			gateway.folder,
			`update deliveries set status = 'lost' where id = (select min(id) from deliveries where event_id = '${eventId}')`,
		);
		expect(namesOf(await ledgerOf(shop))).toEqual([
			{ kind: 'message_without_status', messageId: received, eventId: null, eventKind: null },
			{ kind: 'delivery_without_status', messageId: null, eventId, eventKind: 'message.sent' },
		]);
	});

	it('misses nothing of a webhook that was deleted, nor of one that was created later', async () => {
		const created = await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.sent'] });
		const webhookId = created.text('data.id');
		await sendText(gateway, shop, ADA);
		await until('its deliveries', async () => {
			return at(await ledgerOf(shop), 'instances.0.deliveries.success') === 7;
		});
		await gateway.delete(`/v1/webhooks/${webhookId}`);
		await until('the deliveries to be deleted', async () => {
			const rows = await runSql(gateway.folder, `select 1 from deliveries where webhook_id = '${webhookId}'`);
			return rows.length === 0;
		});
		const ledger = await ledgerOf(shop);
		expect(ledger.missing).toBe(0);
		expect(ledger.instances[0]).toMatchObject({ deliveries: { expected: 6, success: 6 } });
	});

	it('misses nothing of an instance that was deleted', async () => {
		const accept = async (instanceId: string, key: string): Promise<string> => {
			const sent = await gateway.request('/v1/messages/send', {
				method: 'POST',
				headers: { ...gateway.headers, 'idempotency-key': key },
				body: JSON.stringify({ instanceId, to: ADA, message: 'Hello' }),
			});
			return sent.text('messageId');
		};
		const lost = async (): Promise<string[]> => {
			const answer = await gateway.get('/v1/ledger?recount=true');
			const breaks = (answer.at('data') as Hour[]).flatMap((hour) => hour.breaks);
			return breaks.flatMap(({ kind, messageId }) =>
				kind === 'accepted_without_message' ? (messageId ?? []) : [],
			);
		};
		const deleted = await accept(shop, 'of a deleted instance');
		const kept = await accept(await connectedInstance(gateway), 'of another one');
		expect((await gateway.delete(`/v1/instances/${shop}`)).status).toBe(200);
		await runSql(gateway.folder, `delete from messages where id = '${kept}'`);
		const found = await lost();
		expect(found).toContain(kept);
		expect(found).not.toContain(deleted);
	});

	it('misses no event of messages from before the instance was linked, and of those written on the phone', async () => {
		await gateway.post(`/simulator/v1/instances/${shop}/history`, {});
		await gateway.post(`/simulator/v1/instances/${shop}/echoes`, { to: ADA, content: 'From the phone' });
		await exchangeless();
		expect((await ledgerOf(shop)).breaks).toEqual([]);
	});

	/** Waits until the last message of the instance has its event. */
	async function exchangeless(): Promise<void> {
		const received = await receive();
		await receiver.find('its event', (request) => request.at('data.messageId') === received);
	}
});
