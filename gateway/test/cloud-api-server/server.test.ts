import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BUSINESS, NUMBER, TOKEN } from './world.ts';
import { startCloudApi, type CloudApi } from '../support/official/cloud-api.ts';
import { at } from '../support/json.ts';

describe('Cloud API stand-in', () => {
	let meta: CloudApi;
	beforeAll(async () => {
		meta = await startCloudApi();
	});
	afterAll(() => meta.close());

	const ask = async (path: string, init: RequestInit = {}): Promise<[number, unknown]> => {
		const headers = { authorization: `Bearer ${TOKEN}`, ...(init.headers as Record<string, string>) };
		const response = await fetch(meta.graphUrl + path, { ...init, headers });
		return [response.status, await response.json()];
	};
	const send = (body: object) => ask(`/${NUMBER}/messages`, { method: 'POST', body: JSON.stringify(body) });
	const text = {
		messaging_product: 'whatsapp',
		recipient_type: 'individual',
		to: '16505551234',
		type: 'text',
	};

	it('answers a valid message with a wamid', async () => {
		const [status, body] = await send({ ...text, text: { body: 'Hello' } });
		expect(status).toBe(200);
		expect(at(body, 'messages.0.id')).toMatch(/^wamid\./);
	});

	it.each([
		['a text without a body', { ...text, text: {} }],
		['a field that does not exist', { ...text, text: { body: 'Hello' }, quote: 'x' }],
		['a phone with a plus', { ...text, to: '+16505551234', text: { body: 'Hello' } }],
		['an audio file with a caption', { ...text, type: 'audio', audio: { id: '1', caption: 'Hear' } }],
		[
			'an image with both an id and a link',
			{ ...text, type: 'image', image: { id: '1', link: 'https://a.b' } },
		],
	])('rejects %s with the error of the Graph API', async (_what, body) => {
		const [status, answer] = await send(body);
		expect([status, at(answer, 'error.code')]).toEqual([400, 100]);
		expect((await meta.requests('messages')).at(-1)?.violation).not.toBeNull();
	});

	const reply = (id: string, title = id) => ({ type: 'reply', reply: { id, title } });
	const asking = (...buttons: object[]) => ({ type: 'button', body: { text: 'Yes?' }, action: { buttons } });
	const listing = (...sections: object[]) => ({
		type: 'list',
		body: { text: 'When?' },
		action: { button: 'Choose', sections },
	});
	const rows = (from: number, count: number) =>
		Array.from({ length: count }, (_, index) => ({ id: `row-${from + index}`, title: `Row ${index}` }));

	it('accepts buttons and a list within the limits', async () => {
		for (const interactive of [
			asking(reply('a'), reply('b'), reply('c')),
			listing({ title: 'One', rows: rows(0, 5) }, { title: 'Two', rows: rows(5, 5) }),
		]) {
			expect((await send({ ...text, type: 'interactive', interactive }))[0]).toBe(200);
		}
	});

	it.each([
		['four buttons', asking(reply('a'), reply('b'), reply('c'), reply('d'))],
		['two buttons of one id', asking(reply('a', 'A'), reply('a', 'B'))],
		['two buttons of one title', asking(reply('a', 'A'), reply('b', 'A'))],
		['a title of 21 characters', asking(reply('a', 'x'.repeat(21)))],
		['eleven rows', listing({ title: 'One', rows: rows(0, 6) }, { title: 'Two', rows: rows(6, 5) })],
		['a section of two without a title', listing({ rows: rows(0, 1) }, { title: 'Two', rows: rows(1, 1) })],
		['an unknown kind', { ...asking(reply('a')), type: 'hologram' }],
	])('refuses %s', async (_what, interactive) => {
		const [status, answer] = await send({ ...text, type: 'interactive', interactive });
		expect([status, at(answer, 'error.code')]).toEqual([400, 100]);
	});

	it.each([
		['a reply to', { ...text, text: { body: 'Yes' }, context: { message_id: 'wamid.unknown' } }],
		['a reaction to', { ...text, type: 'reaction', reaction: { message_id: 'wamid.unknown', emoji: '👍' } }],
	])('refuses %s a message that does not exist', async (_what, body) => {
		const [status, answer] = await send(body);
		expect([status, at(answer, 'error.code')]).toEqual([400, 131009]);
	});

	it('accepts reactions, also without an emoji, to a message that exists', async () => {
		const [, sent] = await send({ ...text, text: { body: 'Hello' } });
		const messageId = at(sent, 'messages.0.id');
		for (const emoji of ['👍', '']) {
			const reaction = { message_id: messageId, emoji };
			expect((await send({ ...text, type: 'reaction', reaction }))[0]).toBe(200);
		}
	});

	it('rejects unknown tokens and objects', async () => {
		const [status, body] = await ask(`/${NUMBER}`, { headers: { authorization: 'Bearer another' } });
		expect([status, at(body, 'error.code')]).toEqual([401, 190]);
		const [unknown] = await ask('/4711');
		expect(unknown).toBe(400);
	});

	it('injects a failure as many times as configured', async () => {
		await meta.fail({ on: 'templates', times: 1, status: 429, code: 80007 });
		const [status, body] = await ask(`/${BUSINESS}/message_templates`);
		expect([status, at(body, 'error.code')]).toEqual([429, 80007]);
		expect((await ask(`/${BUSINESS}/message_templates`))[0]).toBe(200);
	});
});
