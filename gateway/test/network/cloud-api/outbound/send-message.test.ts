import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NUMBER } from '../../../cloud-api-server/world.ts';
import { startCloudApi, type CloudApi } from '../../../support/official/cloud-api.ts';
import { sendText, startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { at } from '../../../support/json.ts';
import { authorization, reached } from '../../../support/media.ts';
import { officialInstance, whatsAppSettings } from '../../../support/official/official.ts';
import { PDF, PNG } from '../../../support/sample-files.ts';

const PHONE = '16505551234';

let meta: CloudApi;
let gateway: TestGateway;
let instanceId: string;

/** Returns the bodies of the messages sent to Meta, oldest first, and expects them to be valid. */
const sentBodies = async (): Promise<unknown[]> => {
	const requests = await meta.requests('messages');
	expect(requests.filter(({ violation }) => violation !== null)).toEqual([]);
	return requests.map(({ body }) => body);
};

beforeAll(async () => {
	meta = await startCloudApi();
	gateway = await startTestGateway({ environment: whatsAppSettings(meta) });
	instanceId = await officialInstance(gateway);
});
afterAll(async () => {
	await gateway.close();
	await meta.close();
});

describe('sending through the Cloud API', () => {
	const ADDRESS = { messaging_product: 'whatsapp', recipient_type: 'individual', to: PHONE };

	it('sends a text, which is sent once Meta has accepted it', async () => {
		const id = await sendText(gateway, instanceId, PHONE, 'Hello');
		await reached(gateway, id, 'sent');
		expect((await sentBodies()).at(-1)).toEqual({
			...ADDRESS,
			biz_opaque_callback_data: id,
			type: 'text',
			text: { body: 'Hello' },
		});
		expect((await meta.requests('messages')).at(-1)?.path).toBe(`/${NUMBER}/messages`);
	});

	it('quotes a message by its wamid', async () => {
		const first = await sendText(gateway, instanceId, PHONE, 'One');
		await reached(gateway, first, 'sent');
		const second = await sendText(gateway, instanceId, PHONE, 'Two', { quotedMessageId: first });
		await reached(gateway, second, 'sent');
		expect(at((await sentBodies()).at(-1), 'context.message_id')).toMatch(/^wamid\./);
	});

	it.each([
		['image', PNG, 'a.png', 'image/png', { caption: 'Look' }, { caption: 'Look' }],
		[
			'document',
			PDF,
			'invoice.pdf',
			'application/pdf',
			{ caption: 'Yours', filename: 'Rechnung ä.pdf' },
			{ caption: 'Yours', filename: 'Rechnung ä.pdf' },
		],
		[
			'audio',
			Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(400)]),
			'a.mp3',
			'audio/mpeg',
			{},
			{},
		],
	])('uploads a file and sends its id: %s', async (mediaType, bytes, name, mimeType, given, sent) => {
		const form = new FormData();
		form.append('file', new Blob([new Uint8Array(bytes)], { type: mimeType }), name);
		const upload = await fetch(`${gateway.url}/v1/media`, {
			method: 'POST',
			headers: { authorization },
			body: form,
		});
		const mediaUrl = at(await upload.json(), 'data.mediaUrl');
		const answer = await gateway.post('/v1/messages/send', {
			instanceId,
			to: PHONE,
			mediaUrl,
			mediaType,
			...given,
		});
		const messageId = answer.text('messageId');
		await reached(gateway, messageId, 'sent');
		const uploaded = (await meta.requests('media')).at(-1);
		expect(uploaded?.violation).toBeNull();
		expect(at(uploaded?.body, 'file')).toMatchObject({
			type: mimeType,
			size: bytes.length,
			sha256: createHash('sha256').update(bytes).digest('hex'),
		});
		const message = (await sentBodies()).at(-1);
		const id: unknown = at(message, `${mediaType}.id`);
		expect(message).toEqual({
			...ADDRESS,
			biz_opaque_callback_data: messageId,
			type: mediaType,
			[mediaType]: { id, ...sent },
		});
	});

	it('uploads a file once, however often it is sent', async () => {
		const form = new FormData();
		form.append('file', new Blob([new Uint8Array(PNG)], { type: 'image/png' }), 'a.png');
		const upload = await fetch(`${gateway.url}/v1/media`, {
			method: 'POST',
			headers: { authorization },
			body: form,
		});
		const mediaUrl = at(await upload.json(), 'data.mediaUrl');
		const before = (await meta.requests('media')).length;
		await meta.fail({ on: 'messages', times: 1, status: 503, code: 2 });
		const answer = await gateway.post('/v1/messages/send', {
			instanceId,
			to: PHONE,
			mediaUrl,
			mediaType: 'image',
		});
		await reached(gateway, answer.text('messageId'), 'sent');
		expect((await meta.requests('media')).length - before).toBe(1);
	});
});

describe('calls the official API does not support', () => {
	it.each([
		['checking numbers', 'POST', '/v1/contacts/check', { phones: [PHONE] }],
		['reading a profile', 'GET', `/v1/contacts/${PHONE}/profile`, null],
		['listing groups', 'GET', '/v1/groups', null],
		['creating a group', 'POST', '/v1/groups', { name: 'Team', participants: [PHONE] }],
	])('are answered with 409: %s', async (_what, method, path, body) => {
		const answer =
			body === null
				? await gateway.get(`${path}?instanceId=${instanceId}`)
				: await gateway.post(path, { instanceId, ...body });
		expect([method, answer.status, answer.at('error.code')]).toEqual([method, 409, 'official_api_instance']);
		expect(answer.text('error.message')).toContain('official API');
	});

	it('are answered with 409 for a message to a group, before it is accepted', async () => {
		const request = { instanceId, to: '120363123456789012@g.us', message: 'Hello' };
		const answer = await gateway.post('/v1/messages/send', request);
		expect([answer.status, answer.at('error.code')]).toEqual([409, 'official_api_instance']);
	});
});
