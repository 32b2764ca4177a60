import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { clientWith } from '../../support/keys.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';

const DEFAULTS = { ordered: false, collect: null, filter: null, ratePerSecond: null };
const HEALTHY = { failingSince: null, pausedAt: null, pauseReason: null };
const CHOSEN = {
	ordered: true,
	collect: { seconds: 10 },
	filter: {
		chats: ['4915112345678@s.whatsapp.net', '1234@lid'],
		types: ['text', 'image'],
		directions: ['inbound'],
		owners: ['bot'],
		text: { contains: 'order', startsWith: 'my', equals: 'My order' },
	},
	ratePerSecond: 20,
};

describe('settings of a webhook', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
	});

	const register = (rest: Record<string, unknown> = {}) =>
		gateway.post('/v1/webhooks', { url: receiver.url, instanceId, events: ['instance.connected'], ...rest });

	it('are those of the specification unless they are given', async () => {
		const created = await register();
		expect(created.at('data')).toMatchObject({ ...DEFAULTS, ...HEALTHY });
	});

	it('are kept as they are given, in a list too', async () => {
		const created = await register(CHOSEN);
		expect([created.status, created.at('data')]).toMatchObject([201, { ...CHOSEN, ...HEALTHY }]);
		const id = created.text('data.id');
		expect((await gateway.get(`/v1/webhooks/${id}`)).body).toEqual(created.body);
		const listed = await gateway.get(`/v1/webhooks?instanceId=${instanceId}`);
		expect(listed.at('data.0')).toMatchObject({ id, ...CHOSEN, ...HEALTHY });
	});

	it('change one by one, and stay as they are when a webhook is sent back as it was got', async () => {
		const created = await register(CHOSEN);
		const path = `/v1/webhooks/${created.text('data.id')}`;
		const same = await gateway.put(path, created.at('data'));
		expect([same.status, same.body]).toEqual([200, created.body]);
		const slower = await gateway.put(path, { ratePerSecond: 1 });
		expect(slower.at('data')).toEqual({ ...(created.at('data') as object), ratePerSecond: 1 });
		const plain = await gateway.put(path, DEFAULTS);
		expect(plain.at('data')).toEqual({ ...(created.at('data') as object), ...DEFAULTS });
		expect((await gateway.get(path)).body).toEqual(plain.body);
	});

	it('forget empty parts of a filter, which leave nothing out', async () => {
		const empty = await register({ filter: {} });
		expect(empty.at('data.filter')).toBeNull();
		const emptyText = await register({ filter: { types: ['text'], text: {} } });
		expect(emptyText.at('data.filter')).toEqual({ types: ['text'] });
	});

	it.each([
		['a text for ordered', { ordered: 'yes' }, '"ordered" must be boolean.'],
		['no seconds', { collect: {} }, '"collect.seconds" is required.'],
		['zero seconds', { collect: { seconds: 0 } }, '"collect.seconds" must be at least 1.'],
		['too many seconds', { collect: { seconds: 301 } }, '"collect.seconds" must be at most 300.'],
		['parts of seconds', { collect: { seconds: 1.5 } }, '"collect.seconds" must be integer.'],
		[
			'an unknown field of collect',
			{ collect: { seconds: 1, a: 1 } },
			'"collect.a" is not a field of this request.',
		],
		[
			'an unknown field of a filter',
			{ filter: { chat: ['x'] } },
			'"filter.chat" is not a field of this request.',
		],
		['no chats', { filter: { chats: [] } }, '"filter.chats" must not be empty.'],
		['an unknown owner', { filter: { owners: ['me'] } }, '"filter.owners.0" must be one of bot, person.'],
		[
			'an unknown test of the text',
			{ filter: { text: { endsWith: 'x' } } },
			'"filter.text.endsWith" is not a field of this request.',
		],
		[
			'a long text',
			{ filter: { text: { contains: 'x'.repeat(201) } } },
			'"filter.text.contains" must have at most 200 characters.',
		],
		['a rate of zero', { ratePerSecond: 0 }, '"ratePerSecond" must be at least 1.'],
		['a rate that is too high', { ratePerSecond: 1001 }, '"ratePerSecond" must be at most 1000.'],
		['a rate in parts', { ratePerSecond: 2.5 }, '"ratePerSecond" must be integer.'],
	])('are refused: %s', async (_what, settings, message) => {
		const answer = await register(settings);
		expect([answer.status, answer.at('error')]).toMatchObject([400, { code: 'invalid_parameters', message }]);
	});

	it('need messages:read for a filter of messages, which would reveal their content', async () => {
		const limited = await clientWith(gateway, { scopes: ['webhooks:write'] });
		const id = (await register({ events: ['message.received'] })).text('data.id');
		const refused = await limited.put(`/v1/webhooks/${id}`, { filter: { text: { contains: 'password' } } });
		expect([refused.status, refused.at('error.code')]).toEqual([403, 'insufficient_permissions']);
		const allowed = await limited.put(`/v1/webhooks/${id}`, { ordered: true, ratePerSecond: 5 });
		expect(allowed.at('data')).toMatchObject({ ordered: true, ratePerSecond: 5, secret: expect.anything() });
	});
});
