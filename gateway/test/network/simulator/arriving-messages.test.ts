import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { file, startFileServer, type FileServer } from '../../support/servers/file-server.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { sampleNamed } from '../../support/sample-files.ts';

const PHONE = '4915112345678';
const LID = '123456789012345@lid';
const LIMITED = { method: 'official', businessId: '1', phoneNumberId: '70008', accessToken: 'token' };

describe('messages that arrive from the simulated network', () => {
	let gateway: TestGateway;
	let files: FileServer;
	let instanceId: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
		files = await startFileServer();
		instanceId = await connectedInstance(gateway);
	});
	afterAll(async () => {
		await gateway.close();
		await files.close();
	});

	const receive = (fields: Record<string, unknown>, id = instanceId) =>
		gateway.post(`/simulator/v1/instances/${id}/messages`, { from: PHONE, ...fields });
	const stored = async (fields: Record<string, unknown>) => {
		const answer = await receive(fields);
		expect([answer.status, answer.at('error')]).toEqual([201, undefined]);
		return (await gateway.get(`/v1/messages/${answer.text('data.messageId')}`)).at('data');
	};

	it.each([
		[
			'a live location',
			{ location: { latitude: 48.5, longitude: -16.5, live: true } },
			{
				type: 'location',
				content: 'Live location: 48.5, -16.5',
				location: { latitude: 48.5, longitude: -16.5, name: null, address: null, url: null, live: true },
			},
		],
		[
			'contacts',
			{ contacts: [{ name: 'Ada, Countess', phones: ['+44 20'] }, { name: 'Alan' }] },
			{
				type: 'contacts',
				content: 'Contacts: Ada, Countess; Alan',
				contacts: [
					{
						name: 'Ada, Countess',
						phones: ['+44 20'],
						emails: [],
						vcard: expect.stringContaining('FN:Ada\\, Countess\r\n') as unknown,
					},
					{ name: 'Alan', phones: [], emails: [], vcard: expect.any(String) as unknown },
				],
			},
		],
		[
			'a poll',
			{ poll: { question: 'Lunch?', options: ['Pizza', 'Pasta'] } },
			{
				type: 'poll',
				content: 'Poll: Lunch? Pizza / Pasta',
				poll: { question: 'Lunch?', options: ['Pizza', 'Pasta'], selectable: 1 },
			},
		],
		[
			'an order',
			{
				order: { items: [{ productId: 'tea', quantity: 2 }], total: { amount: 9, currency: 'EUR' } },
			},
			{
				type: 'order',
				content: 'Order: 2 items, 9.00 EUR',
				order: {
					catalogId: null,
					items: [{ productId: 'tea', name: null, quantity: 2, price: null }],
					total: { amount: 9, currency: 'EUR' },
				},
			},
		],
		[
			'the answers of a flow',
			{ reply: { kind: 'flow', title: 'Sent', data: { size: 'L' } } },
			{
				type: 'text',
				content: 'Sent',
				reply: { kind: 'flow', id: null, title: 'Sent', data: { size: 'L' } },
			},
		],
		[
			'a message of another business',
			{
				interactive: {
					header: 'Sale',
					body: 'Today only',
					options: [{ kind: 'url', title: 'Open', value: 'https://example.com' }],
				},
			},
			{
				type: 'text',
				content: 'Sale\nToday only',
				interactive: {
					header: 'Sale',
					body: 'Today only',
					footer: null,
					options: [{ kind: 'url', id: null, title: 'Open', value: 'https://example.com' }],
				},
			},
		],
		[
			'what else a text can have',
			{
				content: 'Ask @them',
				mentions: [PHONE, LID],
				forwarded: true,
				ephemeral: true,
				referral: { kind: 'ad', id: 'ad-1', title: 'Tea', clickId: 'click' },
			},
			{
				type: 'text',
				mentions: [`${PHONE}@s.whatsapp.net`, LID],
				forwarded: true,
				ephemeral: true,
				referral: { kind: 'ad', id: 'ad-1', url: null, title: 'Tea', text: null, clickId: 'click' },
			},
		],
	])('are stored with their details: %s', async (_what, fields, expected) => {
		expect(await stored(fields)).toMatchObject(expected);
	});

	it('are stored with their files: a voice note, a sticker and an album', async () => {
		const urlOf = (name: string): string => {
			const { bytes, mimeType } = sampleNamed(name);
			return files.serve(`/${name}`, file(bytes, mimeType));
		};
		const voice = { type: 'audio', mediaUrl: urlOf('a.ogg'), voice: true, duration: 7 };
		expect(await stored(voice)).toMatchObject({ content: '[voice note]', voice: true, duration: 7 });
		const sticker = { type: 'sticker', mediaUrl: urlOf('a.webp') };
		expect(await stored(sticker)).toMatchObject({
			content: '[sticker]',
			media: { mimeType: 'image/webp', available: true },
		});
		const picture = { type: 'image', mediaUrl: urlOf('a.png'), albumId: 'album-1' };
		expect(await stored(picture)).toMatchObject({ type: 'image', albumId: 'album-1' });
	});

	it('have the username of a person without a phone number', async () => {
		const fields = { from: null, senderId: 'DE.abc123@bsuid', username: 'ada', content: 'Hello' };
		const message = await stored(fields);
		expect(message).toMatchObject({ from: null, senderId: 'DE.abc123@bsuid', contactName: 'ada' });
	});

	it.each([
		['a type that contradicts the content', { type: 'text', poll: { question: 'x', options: ['a', 'b'] } }],
		['a type without its content', { type: 'location', content: 'Here' }],
		['two kinds', { location: { latitude: 1, longitude: 1 }, poll: { question: 'x', options: ['a', 'b'] } }],
		['a latitude beyond the pole', { location: { latitude: 91, longitude: 1 } }],
		['a poll with one option', { poll: { question: 'x', options: ['a'] } }],
		[
			'a poll with more to select than options',
			{ poll: { question: 'x', options: ['a', 'b'], selectable: 3 } },
		],
		['a voice note that is a text', { content: 'x', voice: true }],
		['an album of texts', { content: 'x', albumId: 'y' }],
		['the answers of a button', { reply: { kind: 'button', title: 'x', data: {} } }],
		['answers of 20 kB', { reply: { kind: 'flow', title: 'x', data: { answer: 'x'.repeat(20_000) } } }],
		['content that cannot be shown', { unsupported: { reason: 'view_once' }, content: 'x' }],
		['nothing', {}],
	])('are refused with what to do instead: %s', async (_what, fields) => {
		const answer = await receive(fields);
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
	});

	it('are refused where the official API would not report them', async () => {
		const id = (await gateway.post('/v1/instances', { name: 'Limited' })).text('data.id');
		await gateway.post(`/v1/instances/${id}/connect`, LIMITED);
		const poll = await receive({ poll: { question: 'x', options: ['a', 'b'] } }, id);
		expect([poll.status, poll.at('error.code')]).toEqual([409, 'official_api_instance']);
		const order = await receive({ order: { total: { amount: 1, currency: 'EUR' } } }, id);
		expect(order.status).toBe(201);
	});

	it('in a group have its name', async () => {
		const created = await gateway.post(`/simulator/v1/instances/${instanceId}/groups`, {
			from: PHONE,
			name: 'Neighbours',
		});
		const chatId = created.text('data.id');
		await receive({ content: 'Hello all', chatId });
		const chats = await gateway.get(`/v1/messages/chats?instanceId=${instanceId}`);
		expect(chats.at('data')).toContainEqual(
			expect.objectContaining({ chatId, contactName: 'Neighbours', isGroup: true }),
		);
	});
});
