import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BUSINESS, NUMBER, TOKEN } from './world.ts';
import { startCloudApi, type CloudApi } from '../support/cloud-api.ts';
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
