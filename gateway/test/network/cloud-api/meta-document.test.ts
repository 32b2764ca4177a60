import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
	arrived,
	failedWith,
	reaction,
	status,
	statuses,
	systemMessages,
	webhook,
	written,
} from '../../cloud-api-server/payloads.ts';
import { SAMPLE_MESSAGES } from '../../cloud-api-server/sample-messages.ts';
import { messageViolation } from '../../cloud-api-server/violations.ts';
import { NUMBER, TOKEN, type Purpose } from '../../cloud-api-server/world.ts';
import { startCloudApi, type CloudApi } from '../../support/official/cloud-api.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import {
	HAS_META_DOCUMENT,
	readMetaDocument,
	type MetaDocument,
} from '../../support/official/meta-document.ts';
import { whatsAppSettings } from '../../support/official/official.ts';
import { everyRequest, MESSAGES } from './every-request.ts';

const PHONE = '16505551234';

const OPERATIONS: Partial<Record<Purpose, string>> = {
	number: '/{Version}/{Phone-Number-ID}',
	templates: '/{Version}/{WABA-ID}/message_templates',
	messages: '/{Version}/{Phone-Number-ID}/messages',
	media: '/{Version}/{Phone-Number-ID}/media',
	media_url: '/{Version}/{Media-ID}',
	block: '/{Version}/{Phone-Number-ID}/block_users',
	profile: '/{Version}/{Phone-Number-ID}/whatsapp_business_profile',
};

const EVERY_PURPOSE = new Set<Purpose>([
	'number',
	'templates',
	'messages',
	'media',
	'media_url',
	'download',
	'block',
	'profile',
	'upload_session',
	'upload',
]);

const FILES = [
	{ type: 'image', part: { mime_type: 'image/jpeg', caption: 'Look' } },
	{ type: 'sticker', part: { mime_type: 'image/webp', animated: false } },
	{ type: 'video', part: { mime_type: 'video/mp4' } },
	{ type: 'audio', part: { mime_type: 'audio/ogg; codecs=opus', voice: true } },
	{ type: 'document', part: { mime_type: 'application/pdf', filename: 'a.pdf' } },
];

/** Validates against Meta's OpenAPI document, which is not part of the repository. */
function byMetasDocument(): void {
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

	/** Returns the schema errors of a sent message, down to the parameters of its template. */
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

	it('accepts every request of a gateway', async () => {
		const requests = await everyRequest(meta, gateway);
		const messages = requests.filter(({ purpose }) => purpose === 'messages');
		expect(messages).toHaveLength(MESSAGES);
		expect(messages.flatMap(({ body }) => faultsOf(body))).toEqual([]);
		for (const { purpose, method } of requests) {
			const operation = OPERATIONS[purpose];
			if (operation !== undefined)
				expect([operation, document.has(method, operation)]).toEqual([operation, true]);
		}
		expect(new Set(requests.map(({ purpose }) => purpose))).toEqual(EVERY_PURPOSE);
		const changes = requests.filter(({ purpose, method }) => purpose === 'profile' && method === 'POST');
		const faults = changes.map(({ body }) => document.faultOf('WhatsAppBusinessProfileUpdateRequest', body));
		expect(faults).toEqual([null]);
	});

	it('rejects invalid requests', () => {
		const text = { messaging_product: 'whatsapp', recipient_type: 'individual', to: PHONE, type: 'text' };
		expect(faultsOf({ ...text, text: { body: 'Hello' } })).toEqual([]);
		expect(faultsOf({ ...text, text: { body: 'Hello' }, quote: 'x' })).not.toEqual([]);
		expect(faultsOf({ ...text, text: { text: 'Hello' } })).not.toEqual([]);
		expect(faultsOf({ ...text, type: 'image', image: {} })).not.toEqual([]);
	});

	const documented = SAMPLE_MESSAGES.filter(({ isInDocument }) => isInDocument);
	it.each(documented)('accepts our webhook with $what', ({ type, content, more }) => {
		const payload = webhook(arrived([written('wamid.1', type, content, more)]));
		expect(document.faultOf('WebhookPayload', JSON.parse(JSON.stringify(payload)))).toBeNull();
	});

	it('accepts our webhooks with a reaction and with a changed number', () => {
		const reacted = webhook(arrived([reaction('wamid.2', 'wamid.1', '👍')]));
		const system = { body: 'Ada changed her number', wa_id: '12195555358', type: 'user_changed_number' };
		const changed = webhook(systemMessages(written('wamid.3', 'system', system)));
		for (const payload of [reacted, changed]) {
			expect(document.faultOf('WebhookPayload', payload)).toBeNull();
		}
	});

	it.each(FILES)('accepts our webhook with a file of type $type', ({ type, part }) => {
		const payload = webhook(arrived([written('wamid.1', type, { id: '1', sha256: 'x', ...part })]));
		expect(document.faultOf('WebhookPayload', payload)).toBeNull();
	});

	it('accepts our webhook with statuses and rejects an invalid one', () => {
		const failed = status('wamid.1', 'failed', failedWith(131047, 'Re-engagement message'));
		const succeeded = ['sent', 'delivered', 'read'].map((name) => status('wamid.1', name));
		expect(document.faultOf('WebhookPayload', webhook(statuses(...succeeded, failed)))).toBeNull();
		expect(
			document.faultOf('WebhookPayload', webhook(statuses(status('wamid.1', 'forgotten')))),
		).not.toBeNull();
	});

	it('accepts the responses of the stand-in', async () => {
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
		const block = { messaging_product: 'whatsapp', block_users: [{ user: `+${PHONE}` }] };
		await meta.notify(webhook(arrived([written('wamid.of', 'text', { body: 'Hello' }, { from: PHONE })])));
		expect(document.faultOf('BlockUsersData', await ask(`/${NUMBER}/block_users`, block))).toBeNull();
	});
}

if (HAS_META_DOCUMENT) {
	describe("Meta's OpenAPI document", byMetasDocument);
} else {
	it("the stand-in's schemas accept every request of a gateway (Meta's OpenAPI document is absent)", async () => {
		const meta = await startCloudApi();
		const gateway = await startTestGateway({ environment: whatsAppSettings(meta) });
		const requests = await everyRequest(meta, gateway);
		const messages = requests.filter(({ purpose }) => purpose === 'messages');
		expect(messages).toHaveLength(MESSAGES);
		expect(requests.flatMap(({ violation }) => violation ?? [])).toEqual([]);
		expect(new Set(requests.map(({ purpose }) => purpose))).toEqual(EVERY_PURPOSE);
		for (const { body } of messages) {
			expect(messageViolation({ ...(body as object), unheard_of: true })).not.toBeNull();
		}
		await gateway.close();
		await meta.close();
	});
}
