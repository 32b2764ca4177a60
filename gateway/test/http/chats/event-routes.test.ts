import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { clientWith } from '../../support/keys.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';

const ANA = '4915112345678';
const ANA_ID = `${ANA}@s.whatsapp.net`;
const BEN = '4915112345679';
const BEN_ID = `${BEN}@s.whatsapp.net`;

describe('GET /v1/chats/{chatId}/events', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let instanceId: string;
	let group: string;

	beforeAll(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock });
		instanceId = await connectedInstance(gateway);
		const groups = (await gateway.get(`/v1/groups?instanceId=${instanceId}`)).at('data') as {
			id: string;
			name: string;
		}[];
		group = groups.find(({ name }) => name === 'Team')?.id ?? '';
	});
	afterAll(() => gateway.close());

	const list = (chatId: string, query = '') =>
		gateway.get(`/v1/chats/${chatId}/events?instanceId=${instanceId}${query}`);
	const kindsIn = async (chatId: string, query = ''): Promise<unknown[]> =>
		((await list(chatId, query)).at('data') as unknown[]).map((event) => at(event, 'kind'));
	const receive = (from: string, rest: object = {}) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from, content: 'Hello', ...rest });
	const change = (action: string) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/groups/${group}/participants`, {
			action,
			participants: [BEN],
		});

	it('lists what happened in one chat only, also without a webhook, newest first', async () => {
		await receive(ANA);
		await receive(BEN);
		await change('add');
		await receive(BEN, { chatId: group });
		await change('remove');
		expect(await kindsIn(ANA_ID)).toEqual(['message.received']);
		expect(await kindsIn('%25')).toEqual([]);
		expect(await kindsIn(group)).toEqual(['group.participants', 'message.received', 'group.participants']);
		const [left] = (await list(group, '&kind=group.participants')).at('data') as unknown[];
		expect(at(left, 'payload.data')).toMatchObject({
			groupId: group,
			action: 'remove',
			participants: [{ id: `${BEN}@s.whatsapp.net`, phone: BEN }],
		});
	});

	it('lists no event of another chat, with any answer of its sender to a form', async () => {
		const cleo = '4915112345681';
		const data = { chatId: BEN_ID, groupId: group };
		const before = [await kindsIn(BEN_ID), await kindsIn(group)];
		const sent = await receive(cleo, { type: 'text', reply: { kind: 'flow', title: 'Form', data } });
		expect(sent.status).toBe(201);
		expect(await kindsIn(`${cleo}@s.whatsapp.net`)).toEqual(['message.received']);
		expect([await kindsIn(BEN_ID), await kindsIn(group)]).toEqual(before);
	});

	it('lists those from before two ids turned out to be of one person, by either', async () => {
		const lid = '123450000000001@lid';
		const phone = '4915112345690';
		const message = { from: null, senderId: lid, content: 'Hello' };
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, message);
		const reveal = `/simulator/v1/instances/${instanceId}/contacts/${lid}/reveal`;
		expect((await gateway.post(reveal, { phone })).status).toBe(200);
		await receive(phone);
		const both = ['message.received', 'message.received'];
		expect(await kindsIn(`${phone}@s.whatsapp.net`, '&kind=message.received')).toEqual(both);
		expect(await kindsIn(lid, '&kind=message.received')).toEqual(both);
	});

	it('lists those of a time, page by page', async () => {
		clock.advance(60_000);
		const from = new Date(clock.now()).toISOString();
		await change('add');
		clock.advance(60_000);
		const to = new Date(clock.now()).toISOString();
		await change('remove');
		const actions = async (query: string): Promise<unknown[]> =>
			((await list(group, query)).at('data') as unknown[]).map((event) => at(event, 'payload.data.action'));
		expect(await actions(`&from=${from}&to=${to}`)).toEqual(['add']);
		expect(await actions(`&from=${from}`)).toEqual(['remove', 'add']);
		const page = await list(group, `&from=${from}&limit=1`);
		expect(page.at('pagination.hasMore')).toBe(true);
		const before = String(page.at('pagination.nextCursor'));
		expect(await actions(`&from=${from}&before=${before}`)).toEqual(['add']);
	});

	it.each(['from', 'to'])('refuses a leap second as %s, which is no time', async (field) => {
		const path = `/v1/chats/${ANA_ID}/events?instanceId=${instanceId}`;
		const answer = await gateway.get(`${path}&${field}=2016-12-31T23:59:60Z`);
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
	});

	it('answers invalid_instance for an instance that the key does not see, and needs messages:read', async () => {
		const limited = await clientWith(gateway, {
			scopes: ['messages:read'],
			instances: [await connectedInstance(gateway)],
		});
		const path = `/v1/chats/${ANA_ID}/events?instanceId=${instanceId}`;
		expect((await limited.get(path)).at('error.code')).toBe('invalid_instance');
		const writer = await clientWith(gateway, { scopes: ['messages:write'] });
		expect((await writer.get(path)).status).toBe(403);
	});
});
