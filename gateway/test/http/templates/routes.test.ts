import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { reached } from '../../support/media.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { OFFICIAL } from '../../support/official/simulated-official.ts';
import { AMOUNT, body, BUTTON, HEADER, templateOf, text } from '../../support/official/template-messages.ts';
import { gateway, instanceId, send, TO, useTemplates } from '../../support/official/template-suite.ts';

describe('POST /v1/messages/template', () => {
	let receiver: Receiver;

	useTemplates();
	beforeAll(async () => {
		receiver = await startReceiver();
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.sent'], instanceId });
	});
	afterAll(async () => {
		await receiver.close();
	});

	it.each([
		['hello_world', { name: 'hello_world', language: 'en_US' }, 'Hello World'],
		['no components', templateOf('hello_world'), 'Hello World'],
		['empty components', templateOf('hello_world', body()), 'Hello World'],
		[
			'order_update',
			templateOf('order_update', body(text('{{2}}'), text('$& {{1}}'))),
			'Hello {{2}}, there is news about your order $& {{1}}.',
		],
		[
			'invoice_ready',
			templateOf('invoice_ready', HEADER, body(AMOUNT), BUTTON),
			'Your invoice over €12.50 is ready.',
		],
	])('sends %s with the resulting text as content', async (_what, template, content) => {
		const answer = await send(template);
		expect(answer.status).toBe(202);
		const messageId = answer.text('messageId');
		expect(answer.body).toEqual({
			success: true,
			messageId: expect.stringMatching(/^msg_/),
			status: 'queued',
		});
		await reached(gateway, messageId, 'read');
		const { event } = await receiver.find(content, (request) => request.at('data.messageId') === messageId);
		expect(at(event, 'data')).toMatchObject({ type: 'text', content, to: TO });
	});

	it('answers 409 for an instance that is not connected through the official API', async () => {
		const scanned = await connectedInstance(gateway);
		const created = await gateway.post('/v1/instances', { name: 'Gone' });
		const disconnected = created.text('data.id');
		const template = templateOf('hello_world');
		const statusAndCode = async (id: string) => {
			const answer = await send(template, { instanceId: id });
			return [answer.status, answer.at('error.code')];
		};
		expect(await statusAndCode(scanned)).toEqual([409, 'official_api_required']);
		expect(await statusAndCode(disconnected)).toEqual([409, 'official_api_required']);
		await gateway.post(`/v1/instances/${disconnected}/connect`, OFFICIAL);
		await gateway.post(`/simulator/v1/instances/${disconnected}/logout`);
		expect(await statusAndCode(disconnected)).toEqual([409, 'instance_disconnected']);
		expect(await statusAndCode('inst_0')).toEqual([404, 'invalid_instance']);
	});

	it('answers 400 for an invalid recipient and reports an unknown one as failed', async () => {
		for (const to of ['+49151', '120363025246125486@g.us']) {
			const answer = await send(templateOf('hello_world'), { to });
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_phone_number']);
		}
		const absent = await send(templateOf('hello_world'), { to: '4915112340000' });
		const record = await reached(gateway, absent.text('messageId'), 'failed');
		expect(at(record, 'error.code')).toBe('recipient_not_found');
	});

	it('answers 402 without credits', async () => {
		const withoutCredits = await startTestGateway({ environment: { GATEWAY_CREDITS: '0' } });
		const created = await withoutCredits.post('/v1/instances', { name: 'Poor' });
		const id = created.text('data.id');
		await withoutCredits.post(`/v1/instances/${id}/connect`, OFFICIAL);
		const template = templateOf('hello_world');
		const answer = await withoutCredits.post('/v1/messages/template', { instanceId: id, to: TO, template });
		expect([answer.status, answer.at('error.code')]).toEqual([402, 'insufficient_credits']);
		await withoutCredits.close();
	});
});
