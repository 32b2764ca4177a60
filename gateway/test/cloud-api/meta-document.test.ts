import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { arrived, failedWith, status, statuses, webhook, written } from '../cloud-api-server/payloads.ts';
import { SAMPLE_MESSAGES } from '../cloud-api-server/sample-messages.ts';
import { NUMBER, TOKEN, type Purpose, type RecordedRequest } from '../cloud-api-server/world.ts';
import { startCloudApi, type CloudApi } from '../support/cloud-api.ts';
import { sendText, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { authorization, reached } from '../support/media.ts';
import {
	HAS_META_DOCUMENT,
	META_DOCUMENT,
	readMetaDocument,
	type MetaDocument,
} from '../support/meta-document.ts';
import { officialInstance, subscribe, whatsAppSettings } from '../support/official.ts';
import { SAMPLES } from '../support/sample-files.ts';

const PHONE = '16505551234';
const CHAT = `${PHONE}@s.whatsapp.net`;

const OPERATIONS: Partial<Record<Purpose, string>> = {
	number: '/{Version}/{Phone-Number-ID}',
	templates: '/{Version}/{WABA-ID}/message_templates',
	messages: '/{Version}/{Phone-Number-ID}/messages',
	media: '/{Version}/{Phone-Number-ID}/media',
	media_url: '/{Version}/{Media-ID}',
};

const FILES = [
	{ type: 'image', part: { mime_type: 'image/jpeg', caption: 'Look' } },
	{ type: 'sticker', part: { mime_type: 'image/webp', animated: false } },
	{ type: 'video', part: { mime_type: 'video/mp4' } },
	{ type: 'audio', part: { mime_type: 'audio/ogg; codecs=opus', voice: true } },
	{ type: 'document', part: { mime_type: 'application/pdf', filename: 'a.pdf' } },
];

const described = HAS_META_DOCUMENT ? describe : describe.skip;

if (!HAS_META_DOCUMENT) {
	process.stdout.write(`Not checked against Meta's own document: ${META_DOCUMENT} is not there.\n`);
}

described("by Meta's own document", () => {
	let document: MetaDocument;
	let meta: CloudApi;
	let gateway: TestGateway;

	beforeAll(async () => {
		document = readMetaDocument();
		meta = await startCloudApi();
		gateway = await startTestGateway({ environment: whatsAppSettings(meta) });
	});
	afterAll(async () => {
		await gateway.close();
		await meta.close();
	});

	/** What is wrong with a message that was sent, down to the parameters of its template. */
	function faultsOf(body: unknown): string[] {
		if (at(body, 'status') !== undefined) {
			return [document.faultOf('MarkMessageRequestPayload', body)].filter((fault) => fault !== null);
		}
		const parts: [string, unknown][] = [[document.schemaFor('Message', body), body]];
		for (const component of (at(body, 'template.components') ?? []) as unknown[]) {
			parts.push([document.schemaFor('TemplateComponent', component), component]);
			const of = at(component, 'type') === 'button' ? 'ButtonParameterObject' : 'ParameterObject';
			for (const parameter of at(component, 'parameters') as unknown[]) {
				parts.push([document.schemaFor(of, parameter), parameter]);
			}
		}
		return parts.flatMap(([schema, part]) => document.faultOf(schema, part) ?? []);
	}

	it('every request of a gateway is right', async () => {
		const instanceId = await officialInstance(gateway);
		await subscribe(meta, gateway.url, instanceId);
		const sent = [await sendText(gateway, instanceId, PHONE, 'Hello')];
		for (const { name, mediaType, mimeType, bytes } of SAMPLES) {
			const form = new FormData();
			form.append('file', new Blob([new Uint8Array(bytes)], { type: mimeType }), name);
			const init = { method: 'POST', headers: { authorization }, body: form };
			const upload: unknown = await (await fetch(`${gateway.url}/v1/media`, init)).json();
			const file = { mediaUrl: at(upload, 'data.mediaUrl'), mediaType, caption: 'Look' };
			const answer = await gateway.post('/v1/messages/send', { instanceId, to: PHONE, ...file });
			sent.push(answer.text('messageId'));
		}
		const template = {
			name: 'invoice_ready',
			language: 'en_US',
			components: [
				{ type: 'header', parameters: [{ type: 'image', image: { link: 'https://example.com/a.jpg' } }] },
				{ type: 'body', parameters: [{ type: 'currency', currency: { code: 'EUR', amount_1000: 12500 } }] },
				{ type: 'button', sub_type: 'url', index: 0, parameters: [{ type: 'text', text: '17' }] },
			],
		};
		const templated = await gateway.post('/v1/messages/template', { instanceId, to: PHONE, template });
		sent.push(templated.text('messageId'));
		for (const messageId of sent) await reached(gateway, messageId, 'sent');
		const reply = await sendText(gateway, instanceId, PHONE, 'And', { quotedMessageId: sent[0] });
		await reached(gateway, reply, 'sent');
		const id = await meta.media('image/png', Buffer.from('bytes'));
		const picture = written('wamid.in', 'image', { id, mime_type: 'image/png', sha256: 'x' });
		await meta.notify(webhook(arrived([picture])));
		for (const what of ['read', 'typing']) {
			const answer = await gateway.post(`/v1/messages/chats/${CHAT}/${what}`, { instanceId });
			expect(answer.status).toBe(200);
		}

		const requests: RecordedRequest[] = await meta.requests();
		const messages = requests.filter(({ purpose }) => purpose === 'messages');
		expect(messages).toHaveLength(SAMPLES.length + 5);
		expect(messages.flatMap(({ body }) => faultsOf(body))).toEqual([]);
		for (const { purpose, method } of requests) {
			const operation = OPERATIONS[purpose];
			if (operation !== undefined)
				expect([operation, document.has(method, operation)]).toEqual([operation, true]);
		}
		expect(new Set(requests.map(({ purpose }) => purpose))).toEqual(
			new Set(['number', 'templates', 'messages', 'media', 'media_url', 'download']),
		);
	});

	it('a request that is wrong is found', () => {
		const text = { messaging_product: 'whatsapp', recipient_type: 'individual', to: PHONE, type: 'text' };
		expect(faultsOf({ ...text, text: { body: 'Hello' } })).toEqual([]);
		expect(faultsOf({ ...text, text: { body: 'Hello' }, quote: 'x' })).not.toEqual([]);
		expect(faultsOf({ ...text, text: { text: 'Hello' } })).not.toEqual([]);
		expect(faultsOf({ ...text, type: 'image', image: {} })).not.toEqual([]);
	});

	it.each(SAMPLE_MESSAGES)('our webhook with $what is right', ({ type, content, more }) => {
		const payload = webhook(arrived([written('wamid.1', type, content, more)]));
		expect(document.faultOf('WebhookPayload', JSON.parse(JSON.stringify(payload)))).toBeNull();
	});

	it.each(FILES)('our webhook with a file as $type is right', ({ type, part }) => {
		const payload = webhook(arrived([written('wamid.1', type, { id: '1', sha256: 'x', ...part })]));
		expect(document.faultOf('WebhookPayload', payload)).toBeNull();
	});

	it('our webhook with statuses is right, and one that is wrong is found', () => {
		const failed = status('wamid.1', 'failed', failedWith(131047, 'Re-engagement message'));
		const told = ['sent', 'delivered', 'read'].map((name) => status('wamid.1', name));
		expect(document.faultOf('WebhookPayload', webhook(statuses(...told, failed)))).toBeNull();
		expect(
			document.faultOf('WebhookPayload', webhook(statuses(status('wamid.1', 'forgotten')))),
		).not.toBeNull();
	});

	it("the stand-in's answers are right", async () => {
		const ask = async (path: string, body?: object): Promise<unknown> => {
			const headers = { authorization: `Bearer ${TOKEN}` };
			const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
			return (await fetch(meta.graphUrl + path, init)).json();
		};
		expect(document.faultOf('PhoneNumberInfo', await ask(`/${NUMBER}`))).toBeNull();
		const text = { messaging_product: 'whatsapp', recipient_type: 'individual', to: PHONE, type: 'text' };
		const answer = await ask(`/${NUMBER}/messages`, { ...text, text: { body: 'Hello' } });
		expect(document.faultOf('MessageResponsePayload', answer)).toBeNull();
		expect(document.faultOf('GraphAPIError', await ask('/4711'))).toBeNull();
	});
});
