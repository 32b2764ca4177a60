import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendText, statusOf } from '../../../support/gateway.ts';
import { at } from '../../../support/json.ts';
import { reached } from '../../../support/media.ts';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { until } from '../../../support/until.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ADA = '4915122222222';
const BOB = '4915133333333';
const TIMELOCK = 'xwa2_notify_account_reachout_timelock';

describe('restrictions by QR code', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let receiver: Receiver;
	let accounts = 0;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
		receiver = await startReceiver();
		const events = ['instance.restricted', 'message.received'];
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events });
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	const newAccount = () => `49151111114${String((accounts += 1)).padStart(2, '0')}`;
	const restrictionOf = async (id: string) =>
		(await gateway.client.get(`/v1/instances/${id}/status`)).at('data.restriction');
	const eventsOf = (id: string) =>
		receiver.requests.filter(
			({ at }) => at('event') === 'instance.restricted' && at('data.instanceId') === id,
		);
	const seconds = (fromNow: number) => Math.ceil(Date.now() / 1000) + fromNow;
	const countQueries = async () => (await whatsApp.log()).queries['w:mex query'] ?? 0;
	const received = async (account: string) => {
		const text = `Mark ${account} ${receiver.requests.length}`;
		await whatsApp.send(ADA, account, { text });
		await receiver.find(text, ({ at }) => at('data.content') === text);
	};

	it('that exist are read after connecting, and published once across connections', async () => {
		const account = newAccount();
		const until1 = seconds(3600);
		await whatsApp.restrict(account, {
			timelock: { reason: 'WEB_COMPANION_ONLY', until: until1 },
			silent: true,
		});
		const id = await gateway.linked(account);
		const shown = {
			kind: 'new_chats',
			reason: 'WEB_COMPANION_ONLY',
			until: new Date(until1 * 1000).toISOString(),
		};
		await until('the restriction', async () => (await restrictionOf(id)) !== null);
		expect(await restrictionOf(id)).toMatchObject(shown);
		await whatsApp.end(account, 'drop');
		await received(account);
		await gateway.restart();
		await gateway.has(id, 'connected');
		const queries = (await whatsApp.log()).queries['w:mex query'] ?? 0;
		await whatsApp.end(account, 'drop');
		await until(
			'the next query',
			async () => ((await whatsApp.log()).queries['w:mex query'] ?? 0) > queries + 1,
		);
		await received(account);
		expect(eventsOf(id)).toHaveLength(1);
	});

	it('by the cap on new chats are published, and end with it', async () => {
		const account = newAccount();
		const id = await gateway.linked(account);
		const cycle = seconds(86_400);
		const cap = { total: 50, used: 40, status: 'FIRST_WARNING', until: cycle };
		await whatsApp.restrict(account, { cap });
		await whatsApp.restrict(account, { cap: { ...cap, used: 50, status: 'CAPPED' } });
		await until('the cap', async () => (await restrictionOf(id)) !== null);
		expect(await restrictionOf(id)).toMatchObject({ reason: 'CAPPED', newChatsLeft: 0 });
		await whatsApp.restrict(account, { cap: { ...cap, used: 0, status: 'NONE' } });
		await until('the end', async () => (await restrictionOf(id)) === null);
		await until('both events', () => eventsOf(id).length === 2);
		expect(eventsOf(id).map(({ at }) => at('data.active'))).toEqual([true, false]);
	});

	it('let a message wait that WhatsApp refuses because of them', async () => {
		const account = newAccount();
		await whatsApp.restrict(account, { timelock: { reason: 'SPAM', until: seconds(3600) }, silent: true });
		const id = await gateway.linked(account);
		await until('the restriction', async () => (await restrictionOf(id)) !== null);
		await received(account);
		await whatsApp.messageRules({ times: 1, ack: 463 });
		const messageId = await sendText(gateway.client, id, ADA, 'An answer');
		await until('the message to be sent', async () => {
			const status = at(await statusOf(gateway.client, messageId), 'status');
			expect(status).not.toBe('failed');
			return status !== 'queued';
		});
	});

	it('that nothing announced let a message wait, also where the connection is lost before they are reported', async () => {
		const account = newAccount();
		const id = await gateway.linked(account);
		await received(account);
		await whatsApp.restrict(account, { timelock: { reason: 'SPAM', until: seconds(3600) }, silent: true });
		await whatsApp.messageRules({ account, ack: 463 });
		await whatsApp.queryRules({ query: 'w:mex', account, times: 1, held: true });
		const before = await countQueries();
		const messageId = await sendText(gateway.client, id, BOB, 'Hello');
		await until('the query', async () => (await countQueries()) > before);
		await whatsApp.end(account, 'drop');
		await until('the restriction', async () => (await restrictionOf(id)) !== null);
		await received(account);
		expect(at(await statusOf(gateway.client, messageId), 'status')).toBe('queued');
		await whatsApp.messageRules();
		await whatsApp.restrict(account, { timelock: null });
		await reached(gateway.client, messageId, 'sent');
	}, 60_000);

	it('that end before WhatsApp returns them let the refused message be sent again', async () => {
		const account = newAccount();
		const linkedFrom = await countQueries();
		const id = await gateway.linked(account);
		await until('the first queries', async () => (await countQueries()) >= linkedFrom + 2);
		await whatsApp.messageRules({ account, ack: 463 });
		await whatsApp.queryRules({ query: 'w:mex', account, times: 1, held: true });
		const before = await countQueries();
		const messageId = await sendText(gateway.client, id, BOB, 'Hello');
		await until('the query', async () => (await countQueries()) > before);
		await whatsApp.restrict(account, { timelock: { reason: 'SPAM', until: seconds(3600) } });
		await until('the restriction', async () => (await restrictionOf(id)) !== null);
		await whatsApp.messageRules();
		await whatsApp.restrict(account, { timelock: null });
		await until('the end', async () => (await restrictionOf(id)) === null);
		await whatsApp.answerHeld();
		await reached(gateway.client, messageId, 'sent');
	}, 60_000);

	it('that begin just after they were asked for let a message wait', async () => {
		const account = newAccount();
		const id = await gateway.linked(account);
		const before = await countQueries();
		await whatsApp.end(account, 'drop');
		// The cap is asked for after the timelock.
		await until('the queries of the new connection', async () => (await countQueries()) >= before + 2);
		await received(account);
		await whatsApp.restrict(account, { timelock: { reason: 'SPAM', until: seconds(3600) }, silent: true });
		await whatsApp.messageRules({ account, ack: 463 });
		const messageId = await sendText(gateway.client, id, BOB, 'Hello');
		await until('the restriction', async () => {
			expect(at(await statusOf(gateway.client, messageId), 'status')).toBe('queued');
			return (await restrictionOf(id)) !== null;
		});
		await whatsApp.messageRules();
	}, 60_000);

	it('are read when WhatsApp announced their end', async () => {
		const account = newAccount();
		const id = await gateway.linked(account);
		await whatsApp.restrict(account, { timelock: { reason: 'BIZ_QUALITY', until: seconds(1) } });
		await receiver.find(
			'the restriction',
			({ at }) => at('data.instanceId') === id && at('data.active') === true,
		);
		await whatsApp.restrict(account, { timelock: null, silent: true });
		await until('the end', async () => (await restrictionOf(id)) === null);
		await receiver.find('its end', ({ at }) => at('data.instanceId') === id && at('data.active') === false);
	}, 30_000);

	it('whose query fails end nothing', async () => {
		const account = newAccount();
		await whatsApp.queryRules({ query: 'w:mex', account, error: 500 });
		const id = await gateway.linked(account);
		await received(account);
		expect(await gateway.status(id)).toBe('connected');
		await whatsApp.queryRules();
	});

	it('that make no sense end nothing, and are not published', async () => {
		const account = newAccount();
		const id = await gateway.linked(account);
		const { logins } = await whatsApp.stats();
		const payloads = [
			'{',
			'null',
			JSON.stringify({ data: { [TIMELOCK]: { is_active: true, time_enforcement_ends: '1' } } }),
			JSON.stringify({ data: { [TIMELOCK]: { is_active: false, enforcement_type: { a: 1 } } } }),
			JSON.stringify({
				data: { xwa2_notify_new_chat_messages_capping_info_update: { total_quota: 'many' } },
			}),
			JSON.stringify({ data: { xwa2_notify_new_chat_messages_capping_info_update: [] } }),
		];
		for (const [index, payload] of payloads.entries()) {
			for (const name of ['NotificationUserReachoutTimelockUpdate', 'MessageCappingInfoNotification']) {
				await whatsApp.stanza(account, {
					tag: 'notification',
					attrs: { from: 's.whatsapp.net', type: 'mex', id: `${name}${index}`, t: '1780000000' },
					content: [
						{
							tag: 'update',
							attrs: { op_name: name },
							content: { base64: Buffer.from(payload).toString('base64') },
						},
					],
				});
			}
		}
		await received(account);
		expect(eventsOf(id)).toEqual([]);
		expect((await whatsApp.stats()).logins).toBe(logins);
	});
});
