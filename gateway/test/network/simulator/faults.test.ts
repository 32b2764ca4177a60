import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
	connectedInstance,
	sendText,
	startTestGateway,
	statusOf,
	type TestGateway,
} from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { simulatedOfficialInstance } from '../../support/official/simulated-official.ts';
import { until } from '../../support/until.ts';

const ANA = '4915112345678';
const BEN = '4915112345679';
/** A fault that happens in any chat, and names no error. */
const ANYWHERE = { chatId: null, error: null };
const TEXTS = ['one', 'two', 'three', 'four'];

describe('faults of the simulated network', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeEach(async () => {
		gateway = await startTestGateway();
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['*'] });
		await gateway.put(`/simulator/v1/phones/${ANA}`, { name: 'Ana' });
	});
	afterEach(async () => {
		await receiver.close();
		await gateway.close();
	});

	const faults = () => `/simulator/v1/instances/${instanceId}/faults`;
	const order = (fault: Record<string, unknown>) => gateway.post(faults(), fault);
	const advance = (by: string) => gateway.post('/simulator/v1/clock', { advance: by });
	const receive = (content: string, rest = {}) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from: ANA, content, ...rest });
	const cancel = (messageId: string) => gateway.delete(`/v1/messages/${messageId}`);
	const pending = async () => (await gateway.get(faults())).at('data.faults') as unknown[];
	const statusIs = (messageId: string, status: string) =>
		until(`the message to be ${status}`, async () => {
			return at(await statusOf(gateway, messageId), 'status') === status;
		});
	/** The messages on the phone at the other end, oldest first. */
	const shownAtAna = async (): Promise<unknown[]> => {
		const path = `/simulator/v1/instances/${instanceId}/chats/${ANA}@s.whatsapp.net`;
		const messages = (await gateway.get(path)).at('data.messages') as unknown[];
		return messages.map((message) => at(message, 'content'));
	};
	const eventsOf = (kind: string) => receiver.requests.filter((request) => request.at('event') === kind);

	it('lists what is still to happen, in its order, and clears it', async () => {
		await order({ kind: 'refuse', next: 3 });
		const ordered = await order({ kind: 'delay', on: 'received', seconds: 60 });
		const all = [
			{ kind: 'refuse', on: 'sends', left: 3, seconds: null, ...ANYWHERE },
			{ kind: 'delay', on: 'received', left: 1, seconds: 60, ...ANYWHERE },
		];
		expect([ordered.status, ordered.at('data.faults')]).toEqual([201, all]);
		expect(await pending()).toEqual(all);
		await gateway.request(faults(), { method: 'DELETE', headers: gateway.headers });
		expect(await pending()).toEqual([]);
	});

	it.each([
		[{ kind: 'refuse', on: 'received' }],
		[{ kind: 'duplicate', on: 'sends' }],
		[{ kind: 'delay' }],
		[{ kind: 'silent', seconds: 5 }],
		[{ kind: 'refuse', next: 0 }],
		[{ kind: 'earthquake' }],
		[{ kind: 'fail', on: 'received' }],
		[{ kind: 'refuse', error: { code: 'rate_limited' } }],
		[{ kind: 'fail', error: { code: 'bad_luck' } }],
		// Linked devices have no 24-hour window.
		[{ kind: 'window' }],
	])('refuses what cannot happen: %j', async (fault) => {
		const refused = await order(fault);
		expect([refused.status, refused.at('error.code')]).toEqual([400, 'invalid_parameters']);
		expect(await pending()).toEqual([]);
	});

	it.each([{ kind: 'refuse' }, { kind: 'disconnect' }, { kind: 'delay', seconds: 5 }])(
		'loses and doubles no message that is sent, nor changes their order: %j',
		async (fault) => {
			await order({ ...fault, next: 3 });
			const ids = [];
			for (const text of TEXTS) ids.push(await sendText(gateway, instanceId, ANA, text));
			for (let step = 0; step < 20; step += 1) await advance('5s');
			for (const id of ids) await statusIs(id, 'read');
			expect(await shownAtAna()).toEqual(TEXTS);
			expect(await pending()).toEqual([]);
			const sent = eventsOf('message.sent').map((request) => request.at('data.messageId'));
			expect(sent.sort()).toEqual([...ids].sort());
		},
	);

	it('lets a message be cancelled that is refused for now', async () => {
		await order({ kind: 'refuse', next: 100 });
		const id = await sendText(gateway, instanceId, ANA, 'Refused');
		await until('a refusal', async () => at((await pending())[0], 'left') === 99);
		await until('its cancellation', async () => (await cancel(id)).at('data.outcome') === 'cancelled');
		await statusIs(id, 'failed');
		expect(await shownAtAna()).toEqual([]);
	});

	it.each([
		{ kind: 'duplicate' },
		{ kind: 'disconnect', on: 'received' },
		{ kind: 'delay', on: 'received', seconds: 60 },
	])('reports each arriving message once: %j', async (fault) => {
		await order({ ...fault, next: 2 });
		for (const text of TEXTS) {
			await receive(text);
			await advance('2m');
		}
		const reported = eventsOf('message.received').map((request) => request.at('data.content'));
		expect(reported.sort()).toEqual([...TEXTS].sort());
		expect(await pending()).toEqual([]);
	});

	it.each(['delay', 'disconnect'])(
		'reports a message once that the fault "%s" holds back while the gateway is restarted',
		async (kind) => {
			await order({ kind, on: 'received', seconds: 60 });
			await receive('one');
			gateway = await gateway.restart();
			await until('the connection', async () => {
				const { at: field } = await gateway.get(`/v1/instances/${instanceId}/status`);
				return field('data.status') === 'connected';
			});
			const reported = () => eventsOf('message.received').map((request) => request.at('data.content'));
			await advance('10s');
			expect(reported()).toEqual([]);
			await advance('2m');
			await receiver.find('one', (request) => request.at('data.content') === 'one');
			gateway = await gateway.restart();
			await receive('two');
			await receiver.find('two', (request) => request.at('data.content') === 'two');
			expect(reported()).toEqual(['one', 'two']);
		},
	);

	it.each([{ kind: 'duplicate' }, { kind: 'disconnect' }, { kind: 'delay', seconds: 60 }])(
		'reports each receipt once: %j',
		async (fault) => {
			await order({ ...fault, on: 'receipts', next: 2 });
			const messageId = await sendText(gateway, instanceId, ANA);
			for (let step = 0; step < 4; step += 1) await advance('1m');
			await statusIs(messageId, 'read');
			expect(eventsOf('message.delivered')).toHaveLength(1);
			expect(eventsOf('message.read')).toHaveLength(1);
			expect(await pending()).toEqual([]);
		},
	);

	it('takes a message without a receipt, ever', async () => {
		await order({ kind: 'silent' });
		const silent = await sendText(gateway, instanceId, ANA, 'Into silence');
		await statusIs(silent, 'sent');
		const next = await sendText(gateway, instanceId, ANA, 'Heard');
		await advance('1d');
		await statusIs(next, 'read');
		expect(at(await statusOf(gateway, silent), 'status')).toBe('sent');
		expect(await shownAtAna()).toEqual(['Into silence', 'Heard']);
	});

	it('happens in one chat only, where one is named', async () => {
		const chatId = `${ANA}@s.whatsapp.net`;
		await order({ kind: 'fail', chatId });
		const ordered = await order({ kind: 'duplicate', chatId });
		expect(ordered.at('data.faults.0.chatId')).toBe(chatId);
		const elsewhere = await sendText(gateway, instanceId, BEN);
		await statusIs(elsewhere, 'read');
		const failed = await sendText(gateway, instanceId, ANA);
		await statusIs(failed, 'failed');
		expect(await pending()).toHaveLength(1);
		// Those of the chat are cleared, and no other.
		await order({ kind: 'refuse' });
		const path = `${faults()}?chatId=${encodeURIComponent(chatId)}`;
		await gateway.request(path, { method: 'DELETE', headers: gateway.headers });
		expect(await pending()).toEqual([{ kind: 'refuse', on: 'sends', left: 1, seconds: null, ...ANYWHERE }]);
	});

	it('lets a message fail for good, with an error and after a time', async () => {
		await order({ kind: 'fail', seconds: 30, error: { code: 'recipient_blocked', message: 'No.' } });
		const failed = await sendText(gateway, instanceId, ANA);
		await advance('29s');
		expect(at(await statusOf(gateway, failed), 'status')).toBe('queued');
		await advance('2s');
		await statusIs(failed, 'failed');
		const [event] = eventsOf('message.failed');
		expect(event?.at('data.error')).toEqual({ code: 'recipient_blocked', message: 'No.' });
		await statusIs(await sendText(gateway, instanceId, ANA), 'read');
		expect(await shownAtAna()).toHaveLength(1);
	});

	it('closes the 24-hour window of a chat until the person writes again', async () => {
		const created = await gateway.post('/v1/instances', { name: 'Official' });
		const official = created.text('data.id');
		const credentials = { businessId: '1', phoneNumberId: '70001', accessToken: 'token' };
		await gateway.post(`/v1/instances/${official}/connect`, { method: 'official', ...credentials });
		const path = `/simulator/v1/instances/${official}`;
		const write = (from: string) => gateway.post(`${path}/messages`, { from, content: 'Hi' });
		await until('the connection', async () => (await write(ANA)).status === 201);
		await write(BEN);
		await gateway.post(`${path}/faults`, { kind: 'window', chatId: `${ANA}@s.whatsapp.net` });
		// A template needs no window, so it is still closed for what follows.
		const template = { name: 'hello_world', language: 'en_US' };
		const sent = await gateway.post('/v1/messages/template', { instanceId: official, to: ANA, template });
		await statusIs(sent.text('messageId'), 'read');
		for (const text of ['Hello', 'Hello again']) {
			const refused = await sendText(gateway, official, ANA, text);
			await statusIs(refused, 'failed');
			expect(at(await statusOf(gateway, refused), 'error.code')).toBe('reengagement_window_closed');
		}
		await statusIs(await sendText(gateway, official, BEN), 'read');
		await write(ANA);
		await statusIs(await sendText(gateway, official, ANA), 'read');
	});

	it('shows a window as closed before and after a message is refused, until the person writes again', async () => {
		const official = await simulatedOfficialInstance(gateway);
		const path = `/simulator/v1/instances/${official}`;
		const write = (from: string) => gateway.post(`${path}/messages`, { from, content: 'Hi' });
		const chatId = `${ANA}@s.whatsapp.net`;
		const isOpen = async (id = chatId) =>
			(await gateway.get(`/v1/chats/${id}?instanceId=${official}`)).at('data.replyUntil') !== null;
		await until('the connection', async () => (await write(ANA)).status === 201);
		await write(BEN);
		expect(await isOpen()).toBe(true);
		// A message that the network does not take at first is refused all the same, and one that is delayed is not.
		await gateway.post(`${path}/faults`, { kind: 'refuse', chatId });
		await gateway.post(`${path}/faults`, { kind: 'window', chatId });
		expect([await isOpen(), await isOpen(`${BEN}@s.whatsapp.net`)]).toEqual([false, true]);
		await gateway.delete(`${path}/faults?chatId=${encodeURIComponent(chatId)}`);
		expect(await isOpen()).toBe(true);
		await gateway.post(`${path}/faults`, { kind: 'delay', seconds: 1, chatId });
		await gateway.post(`${path}/faults`, { kind: 'window', chatId });
		expect(await isOpen()).toBe(true);
		const delayed = await sendText(gateway, official, ANA);
		await advance('2s');
		await statusIs(delayed, 'read');
		expect(await isOpen()).toBe(false);
		await statusIs(await sendText(gateway, official, ANA), 'failed');
		expect(await isOpen()).toBe(false);
		await write(ANA);
		expect(await isOpen()).toBe(true);
		await statusIs(await sendText(gateway, official, ANA), 'read');
	});

	it('keeps a dropped connection away for as long as is asked for', async () => {
		await gateway.post(`/simulator/v1/instances/${instanceId}/drop?seconds=600`, {});
		await advance('9m');
		const messageId = await sendText(gateway, instanceId, ANA);
		expect((await receive('Hello')).at('error.code')).toBe('instance_disconnected');
		expect(at(await statusOf(gateway, messageId), 'status')).toBe('queued');
		await advance('2m');
		await statusIs(messageId, 'read');
		expect((await receive('Hello')).status).toBe(201);
	});

	it('keeps a connection that drops in the middle away for as long as is asked for', async () => {
		await order({ kind: 'disconnect', seconds: 600 });
		const sent = await sendText(gateway, instanceId, ANA, 'Sent');
		await until('the connection to drop', async () => (await receive('Too early')).status === 409);
		await advance('9m');
		expect(at(await statusOf(gateway, sent), 'status')).toBe('queued');
		await advance('2m');
		await statusIs(sent, 'read');
		await order({ kind: 'disconnect', on: 'received', seconds: 600 });
		expect((await receive('Later')).at('data.messageId')).toBeNull();
		await advance('9m');
		expect(eventsOf('message.received').filter((event) => event.at('data.content') === 'Later')).toEqual([]);
		await advance('2m');
		await until('the message', () =>
			eventsOf('message.received').some((event) => event.at('data.content') === 'Later'),
		);
		expect((await shownAtAna()).filter((content) => content === 'Sent')).toHaveLength(1);
	});

	it('happens to the next try of a message whose connection ends before the network has it', async () => {
		await order({ kind: 'delay', seconds: 600 });
		const messageId = await sendText(gateway, instanceId, ANA);
		await until('the message to be on its way', async () => (await pending()).length === 0);
		await gateway.post(`/simulator/v1/instances/${instanceId}/drop`, {});
		await until('the connection to be back', async () => (await receive('Hello')).status === 201);
		await advance('9m');
		expect(at(await statusOf(gateway, messageId), 'status')).toBe('queued');
		await advance('2m');
		await statusIs(messageId, 'read');
		expect(await pending()).toEqual([]);
		expect(await shownAtAna()).toEqual(['Hello']);
	});

	it('loses a receipt, and no message', async () => {
		await order({ kind: 'silent', on: 'receipts' });
		const messageId = await sendText(gateway, instanceId, ANA);
		await statusIs(messageId, 'read');
		expect(eventsOf('message.sent')).toHaveLength(1);
	});
});
