import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { arrived, webhook, written } from '../../../cloud-api-server/payloads.ts';
import { startCloudApi, type CloudApi } from '../../../support/official/cloud-api.ts';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { officialInstance, subscribe, whatsAppSettings } from '../../../support/official/official.ts';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';

let meta: CloudApi;
let gateway: TestGateway;
let receiver: Receiver;

beforeAll(async () => {
	meta = await startCloudApi();
	gateway = await startTestGateway({ environment: whatsAppSettings(meta) });
	receiver = await startReceiver();
	const instanceId = await officialInstance(gateway, { webhookUrl: receiver.url });
	await subscribe(meta, gateway.url, instanceId);
});
afterAll(async () => {
	await gateway.close();
	await receiver.close();
	await meta.close();
});

const errorOf = (code: number) => ({ errors: [{ code, title: 'Message type unknown' }] });

describe('unsupported messages of the Cloud API', () => {
	it.each<[string, string, unknown, Record<string, unknown>, string, string]>([
		['of an unknown type', 'hologram', { beam: 1 }, {}, 'unknown', 'of a kind that'],
		['without a type', 'unknown', undefined, errorOf(131051), 'unknown', 'of a kind that'],
		['that is a poll', 'unsupported', { type: 'poll_creation' }, errorOf(131051), 'unknown', 'a poll that'],
		['to be viewed once', 'unsupported', { type: 'view_once' }, errorOf(131051), 'view_once', 'once'],
		['that only the phone shows', 'unsupported', undefined, errorOf(131060), 'on_phone_only', 'phone'],
		['with an invalid text', 'text', { body: 5 }, {}, 'unknown', 'of a kind that'],
		['with an invalid location', 'location', { latitude: [[{}]] }, {}, 'unknown', 'of a kind that'],
		['beyond the pole', 'location', { latitude: 90.5, longitude: 0 }, {}, 'unknown', 'of a kind that'],
		['beyond the date line', 'location', { latitude: 0, longitude: -181 }, {}, 'unknown', 'of a kind that'],
		['with no contacts', 'contacts', ['x', null], {}, 'unknown', 'of a kind that'],
		['with an invalid order', 'order', { product_items: 'x' }, {}, 'unknown', 'of a kind that'],
		['with an invalid choice', 'interactive', { button_reply: { id: 1 } }, {}, 'unknown', 'of a kind that'],
		['that is a product', 'interactive', { type: 'product', product: {} }, {}, 'unknown', 'a product that'],
		[
			'that allows calls',
			'interactive',
			{ type: 'call_permission_reply', call_permission_reply: { response: 'accept' } },
			{},
			'unknown',
			'a request for calls',
		],
		['with an invalid file', 'image', 'x', {}, 'unknown', 'of a kind that'],
		['named after a property of all objects', 'constructor', { name: 1 }, {}, 'unknown', 'of a kind that'],
	])('are recorded with a reason: a message %s', async (what, type, part, more, reason, hint) => {
		const value = arrived([written(`wamid.${what}`, type, part, more)], { '16505551234': what });
		expect((await meta.notify(webhook(value))).status).toBe(200);
		const event = await receiver.find(what, (one) => one.at('data.contactName') === what);
		expect(event.at('data')).toMatchObject({ type: 'unsupported', unsupported: { reason } });
		expect(event.at('data.content')).toContain(hint);
		expect(event.at('data.content')).not.toMatch(/[_[\]]/);
	});
});
