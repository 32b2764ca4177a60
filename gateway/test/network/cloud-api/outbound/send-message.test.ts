import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { NUMBER, TOKEN } from '../../../cloud-api-server/world.ts';
import { startCloudApi, type CloudApi } from '../../../support/cloud-api.ts';
import { sendText, startTestGateway, statusOf, type TestGateway } from '../../../support/gateway.ts';
import { at } from '../../../support/json.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { authorization, reached } from '../../../support/media.ts';
import { OFFICIAL, officialInstance, whatsAppSettings } from '../../../support/official.ts';
import { startReceiver, type Receiver } from '../../../support/receiver.ts';
import { PDF, PNG } from '../../../support/sample-files.ts';
import { until } from '../../../support/until.ts';

const PHONE = '16505551234';

let meta: CloudApi;
let gateway: TestGateway;
let instanceId: string;

/** Returns the bodies of the messages sent to Meta, oldest first, and expects them to be valid. */
const handedOver = async (): Promise<unknown[]> => {
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
		expect((await handedOver()).at(-1)).toEqual({
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
		expect(at((await handedOver()).at(-1), 'context.message_id')).toMatch(/^wamid\./);
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
		const message = (await handedOver()).at(-1);
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

describe('sending templates through the Cloud API', () => {
	const send = (template: object) =>
		gateway.post('/v1/messages/template', { instanceId, to: PHONE, template });
	const text = (value: string) => ({ type: 'text', text: value });

	it.each([
		[
			'without parameters',
			{ name: 'hello_world', language: 'en_US' },
			undefined,
			'Welcome and congratulations!!',
		],
		[
			'with texts',
			{
				name: 'order_update',
				language: 'en_US',
				components: [{ type: 'body', parameters: [text('Ada'), text('17')] }],
			},
			[{ type: 'body', parameters: [text('Ada'), text('17')] }],
			'Hello Ada, there is news about your order 17.',
		],
		[
			'with an image, an amount and a button',
			{
				name: 'invoice_ready',
				language: 'en_US',
				components: [
					{ type: 'header', parameters: [{ type: 'image', image: { link: 'https://example.com/a.jpg' } }] },
					{ type: 'body', parameters: [{ type: 'currency', currency: { code: 'EUR', amount_1000: 12500 } }] },
					{ type: 'button', sub_type: 'url', index: 0, parameters: [text('4711')] },
				],
			},
			[
				{ type: 'header', parameters: [{ type: 'image', image: { link: 'https://example.com/a.jpg' } }] },
				{
					type: 'body',
					parameters: [
						{ type: 'currency', currency: { fallback_value: '€12.50', code: 'EUR', amount_1000: 12500 } },
					],
				},
				{ type: 'button', sub_type: 'url', index: '0', parameters: [text('4711')] },
			],
			'Your invoice over €12.50 is ready.',
		],
		[
			'with named parameters, in a language without a country',
			{
				name: 'named_greeting',
				language: 'de_DE',
				components: [{ type: 'body', parameters: [text('Ada'), text('das Buch')] }],
			},
			[
				{
					type: 'body',
					parameters: [
						{ ...text('Ada'), parameter_name: 'first_name' },
						{ ...text('das Buch'), parameter_name: 'order' },
					],
				},
			],
			'Hallo Ada, danke für das Buch.',
		],
	])('sends a template %s', async (_what, template, components, content) => {
		const answer = await send(template);
		expect(answer.status).toBe(202);
		const messageId = answer.text('messageId');
		await reached(gateway, messageId, 'sent');
		const language = { code: template.language === 'de_DE' ? 'de' : 'en_US', policy: 'deterministic' };
		expect(at((await handedOver()).at(-1), 'template')).toEqual({
			name: template.name,
			language,
			...(components === undefined ? {} : { components }),
		});
		const history = await gateway.get(`/v1/messages?instanceId=${instanceId}&limit=1`);
		expect(history.at('data.0')).toMatchObject({ messageId, content });
	});

	it.each([
		['an unknown name', { name: 'no_such', language: 'en_US' }, 404, 'template_not_found'],
		['another language', { name: 'hello_world', language: 'fr_FR' }, 404, 'template_not_found'],
		[
			'a template that awaits approval',
			{ name: 'spring_sale', language: 'en_US' },
			409,
			'template_not_approved',
		],
		['a missing parameter', { name: 'order_update', language: 'en_US' }, 400, 'invalid_template_params'],
		[
			'a button the template does not have',
			{
				name: 'hello_world',
				language: 'en_US',
				components: [{ type: 'button', sub_type: 'url', index: 0, parameters: [text('1')] }],
			},
			400,
			'invalid_template_params',
		],
	])('rejects %s before the message is accepted', async (_what, template, status, code) => {
		const before = (await meta.requests('messages')).length;
		const answer = await send(template);
		expect([answer.status, answer.at('error.code')]).toEqual([status, code]);
		expect((await meta.requests('messages')).length).toBe(before);
	});

	it("lists templates with Meta's decision", async () => {
		const answer = await gateway.get(`/v1/templates?instanceId=${instanceId}`);
		expect(answer.status).toBe(200);
		const listed = answer.at('data') as { name: string; status: string }[];
		expect(listed.map(({ name, status }) => [name, status])).toEqual([
			['brochure', 'paused'],
			['hello_world', 'approved'],
			['invoice_ready', 'approved'],
			['named_greeting', 'approved'],
			['order_update', 'approved'],
			['spring_sale', 'pending'],
		]);
	});
});

describe('errors of the Cloud API', () => {
	it.each([
		[131026, 'recipient_not_found'],
		[131047, 'reengagement_window_closed'],
		[131051, 'unsupported_media_type'],
		[131053, 'media_download_failed'],
		[131042, 'insufficient_credits'],
		[133010, 'provider_verification_required'],
		[132001, 'template_not_found'],
		[132015, 'template_not_approved'],
		[132000, 'invalid_template_params'],
		[131009, 'network_error'],
	])("with code %i fail the message with %s and Meta's message", async (code, expected) => {
		await meta.fail({
			on: 'messages',
			times: 1,
			status: 400,
			code,
			message: `(#${code}) Told so`,
			details: 'Why.',
		});
		const id = await sendText(gateway, instanceId, PHONE);
		const record = await reached(gateway, id, 'failed');
		expect(at(record, 'error.code')).toBe(expected);
		expect(at(record, 'error.message')).toContain(`(#${code}) Told so Why.`);
	});

	it.each([
		['an internal error of Meta', { status: 500, code: 131000 }],
		['an overload of Meta', { status: 503, code: 131016 }],
		['the rate limit of a recipient', { status: 400, code: 131056 }],
		['the rate limit of the account', { status: 429, code: 130429 }],
		['too many calls', { status: 400, code: 613 }],
		['a missing permission', { status: 403, code: 10 }],
		['a denied access', { status: 403, code: 131005 }],
		['an unknown token', { status: 401, code: 190 }],
	])('are retried when temporary: %s', async (_what, failure) => {
		await meta.fail({ on: 'messages', times: 1, ...failure });
		const id = await sendText(gateway, instanceId, PHONE);
		await reached(gateway, id, 'sent');
	});

	it('fail the message with rate_limited when the rate limit persists', async () => {
		const clock = createManualClock();
		const slow = await startTestGateway({ clock, environment: whatsAppSettings(meta) });
		const own = await officialInstance(slow);
		await meta.fail({ on: 'messages', times: 8, status: 400, code: 131056 });
		const id = await sendText(slow, own, PHONE);
		await until('the message to fail', async () => {
			clock.advance(1000);
			return at(await statusOf(slow, id), 'status') === 'failed';
		});
		expect(at(await statusOf(slow, id), 'error.code')).toBe('rate_limited');
		await slow.close();
	});

	it.each([10, 200, 131005])(
		'for a missing permission (%i) fail the message in the end and keep the credentials',
		async (code) => {
			const clock = createManualClock();
			const slow = await startTestGateway({ clock, environment: whatsAppSettings(meta) });
			const own = await officialInstance(slow);
			await meta.fail({ on: 'messages', times: 8, status: 403, code });
			const id = await sendText(slow, own, PHONE);
			const record = await until('the message to fail', async () => {
				clock.advance(1000);
				const now = await statusOf(slow, id);
				return at(now, 'status') === 'failed' && now;
			});
			expect(at(record, 'error.code')).toBe('provider_verification_required');
			expect(at(record, 'error.message')).toContain('whatsapp_business_messaging');
			expect((await slow.get(`/v1/instances/${own}/status`)).at('data.status')).toBe('connected');
			const noticed = slow.logged.filter((line) => line.includes('access_refused'));
			expect(noticed).toHaveLength(1);
			const next = await sendText(slow, own, PHONE);
			await reached(slow, next, 'sent');
			await slow.close();
		},
	);

	it('fail a reply to a message that was never sent', async () => {
		await meta.fail({ on: 'messages', times: 1, status: 400, code: 131026 });
		const first = await sendText(gateway, instanceId, PHONE, 'One');
		await reached(gateway, first, 'failed');
		const before = (await meta.requests('messages')).length;
		const reply = await sendText(gateway, instanceId, PHONE, 'Two', { quotedMessageId: first });
		const record = await reached(gateway, reply, 'failed');
		expect(at(record, 'error.message')).toContain('Send it without quotedMessageId');
		expect(await meta.requests('messages')).toHaveLength(before);
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

describe('a revoked access token', () => {
	let receiver: Receiver;
	beforeEach(async () => {
		receiver = await startReceiver();
	});
	afterEach(() => receiver.close());

	it('disconnects the instance; queued messages are sent after a new connection', async () => {
		const own = await officialInstance(gateway, { webhookUrl: receiver.url });
		await meta.revoke(TOKEN);
		const id = await sendText(gateway, own, PHONE);
		const event = await receiver.find(
			'instance.disconnected',
			(one) => one.at('event') === 'instance.disconnected',
		);
		expect(event.at('data')).toMatchObject({ instanceId: own, reason: 'credentials_revoked' });
		expect(event.at('data.message')).toContain('connect the instance again');
		expect(await statusOf(gateway, id)).toMatchObject({ status: 'queued' });
		await meta.admit(TOKEN);
		expect((await gateway.post(`/v1/instances/${own}/connect`, OFFICIAL)).status).toBe(200);
		await reached(gateway, id, 'sent');
		expect(gateway.logged.join('')).not.toContain(TOKEN);
	});
});

describe('an account locked by Meta', () => {
	it.each([368, 131031])('is reported as banned (%i), with where to ask for a review', async (code) => {
		const receiver = await startReceiver();
		const own = await officialInstance(gateway, { webhookUrl: receiver.url });
		await meta.fail({ on: 'messages', times: 1, status: 403, code });
		const id = await sendText(gateway, own, PHONE);
		const event = await receiver.find(
			'instance.disconnected',
			(one) => one.at('event') === 'instance.disconnected',
		);
		expect(event.at('data')).toMatchObject({ instanceId: own, reason: 'banned' });
		expect(event.at('data.message')).toContain('WhatsApp Manager');
		expect(await statusOf(gateway, id)).toMatchObject({ status: 'queued' });
		expect((await gateway.get(`/v1/instances/${own}`)).at('data.status')).toBe('disconnected');
		await gateway.delete(`/v1/instances/${own}`);
		await receiver.close();
	});
});
