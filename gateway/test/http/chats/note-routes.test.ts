import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { clientWith } from '../../support/keys.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { openOwner } from '../../support/owner.ts';
import { startReceiver } from '../../support/servers/receiver.ts';

const ANA = '4915112345678';
const ANA_ID = `${ANA}@s.whatsapp.net`;

describe('/v1/chats/{chatId}/notes', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let instanceId: string;

	beforeAll(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock });
	});
	afterAll(() => gateway.close());
	beforeEach(async () => {
		instanceId = await connectedInstance(gateway);
		await sendText(gateway, instanceId, ANA);
	});

	const add = (text: string, chatId = ANA_ID) =>
		gateway.post(`/v1/chats/${chatId}/notes`, { instanceId, text });
	const list = (query = '') => gateway.get(`/v1/chats/${ANA_ID}/notes?instanceId=${instanceId}${query}`);
	const texts = async (query = '') =>
		((await list(query)).at('data') as { text: string }[]).map(({ text }) => text);
	const remove = (noteId: string, client: Pick<TestGateway, 'request' | 'headers'> = gateway) =>
		client.request(`/v1/chats/${ANA_ID}/notes/${noteId}?instanceId=${instanceId}`, {
			method: 'DELETE',
			headers: { authorization: client.headers.authorization },
		});

	it('adds, lists and deletes notes, newest first', async () => {
		const first = await add('Wants an invoice');
		expect([first.status, first.body]).toEqual([
			201,
			{
				success: true,
				data: {
					noteId: expect.stringMatching(/^note_/),
					chatId: ANA_ID,
					text: 'Wants an invoice',
					author: { kind: 'key', name: expect.any(String) },
					createdAt: new Date(clock.now()).toISOString(),
				},
			},
		]);
		await add('قالت نعم\n<b>not bold</b>');
		await add('Third');
		expect(await texts()).toEqual(['Third', 'قالت نعم\n<b>not bold</b>', 'Wants an invoice']);
		const page = await list('&limit=2');
		expect(page.at('pagination')).toEqual({ hasMore: true, nextCursor: page.at('data.1.noteId') });
		expect(await texts(`&limit=2&before=${page.text('pagination.nextCursor')}`)).toEqual([
			'Wants an invoice',
		]);

		expect((await remove(first.text('data.noteId'))).body).toEqual({ success: true });
		expect((await remove(first.text('data.noteId'))).at('error.code')).toBe('note_not_found');
		expect(await texts()).toHaveLength(2);
	});

	it('has none in a chat that does not exist', async () => {
		const unknown = '4915112345670@s.whatsapp.net';
		const listed = await gateway.get(`/v1/chats/${unknown}/notes?instanceId=${instanceId}`);
		expect([listed.status, listed.at('error.code')]).toEqual([404, 'chat_not_found']);
		expect((await add('Who is this?', unknown)).at('error.code')).toBe('chat_not_found');
		expect(await texts()).toEqual([]);
	});

	it('names the person who wrote one on the page', async () => {
		const person = await openOwner(gateway);
		const answer = await person.post(`/v1/chats/${ANA_ID}/notes`, { instanceId, text: 'I called her' });
		expect(answer.at('data.author')).toEqual({ kind: 'person', name: 'owner' });
	});

	it('is never sent, and no event', async () => {
		const receiver = await startReceiver();
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['*'], instanceId });
		const history = async () =>
			(await gateway.get(`/v1/messages?instanceId=${instanceId}`)).at('data') as { content: string }[];
		await add('Nobody must read this');
		expect((await history()).map(({ content }) => content)).toEqual(['Hello']);
		await sendText(gateway, instanceId, ANA);
		await receiver.find('the event of a message', (request) => request.at('event') === 'message.sent');
		expect(JSON.stringify(receiver.requests)).not.toContain('Nobody must read this');
		await receiver.close();
	});

	it('belongs to the chat of one instance', async () => {
		const note = await add('Of this instance');
		const other = await connectedInstance(gateway);
		const limited = await clientWith(gateway, { instances: [other] });
		expect((await limited.get(`/v1/chats/${ANA_ID}/notes?instanceId=${instanceId}`)).at('error.code')).toBe(
			'invalid_instance',
		);
		const elsewhere = await gateway.get(`/v1/chats/${ANA_ID}/notes?instanceId=${other}`);
		expect(elsewhere.at('error.code')).toBe('chat_not_found');
		const removed = await gateway.request(
			`/v1/chats/${ANA_ID}/notes/${note.text('data.noteId')}?instanceId=${other}`,
			{ method: 'DELETE', headers: { authorization: gateway.headers.authorization } },
		);
		expect(removed.at('error.code')).toBe('note_not_found');
		expect(await texts()).toEqual(['Of this instance']);
	});

	it('refuses a blank or long text, a chat that does not exist, and keys that may only read', async () => {
		for (const text of ['', ' \n', 'a'.repeat(4097)]) {
			expect((await add(text)).at('error.code')).toBe('invalid_parameters');
		}
		expect((await add('Hello', '4915100000099@s.whatsapp.net')).at('error.code')).toBe('chat_not_found');
		const reader = await clientWith(gateway, { scopes: ['messages:read'] });
		const refused = await reader.post(`/v1/chats/${ANA_ID}/notes`, { instanceId, text: 'Hello' });
		expect(refused.status).toBe(403);
		expect(await texts()).toEqual([]);
	});
});
