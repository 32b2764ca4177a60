import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { at } from '../../../support/json.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { reached } from '../../../support/media.ts';
import { startReceiver } from '../../../support/servers/receiver.ts';
import { OFFICIAL } from '../../../support/official/simulated-official.ts';

const DAY = 86_400_000;
const GROUP = '120363025246125486@g.us';

describe('reply window of an official instance', () => {
	const clock = createManualClock();
	let gateway: TestGateway;
	let instanceId: string;

	beforeAll(async () => {
		gateway = await startTestGateway({ clock });
		instanceId = (await gateway.post('/v1/instances', { name: 'Official' })).text('data.id');
		await gateway.post(`/v1/instances/${instanceId}/connect`, OFFICIAL);
	});
	afterAll(() => gateway.close());

	const receive = (from: string, rest: object = {}) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from, content: 'Hi', ...rest });
	const text = (to: string) => sendText(gateway, instanceId, to);
	const template = async (to: string) => {
		const body = { instanceId, to, template: { name: 'hello_world', language: 'en_US' } };
		return (await gateway.post('/v1/messages/template', body)).text('messageId');
	};
	const expectClosedWindow = async (messageId: string) => {
		const record = await reached(gateway, messageId, 'failed');
		expect(at(record, 'error.code')).toBe('reengagement_window_closed');
		expect(at(record, 'sentAt')).toBeNull();
	};

	it('allows only templates to a recipient who has not written, and says so', async () => {
		const receiver = await startReceiver();
		const hook = { url: receiver.url, events: ['message.failed'], instanceId };
		await gateway.post('/v1/webhooks', hook);
		const phone = '4915112345670';
		const messageId = await text(phone);
		await expectClosedWindow(messageId);
		const event = await receiver.find('message.failed', (one) => one.at('data.messageId') === messageId);
		expect(event.at('data.error')).toEqual({
			code: 'reengagement_window_closed',
			message: expect.stringContaining('Send a template instead'),
		});
		await reached(gateway, await template(phone), 'read');
		await expectClosedWindow(await text(phone));
		await receiver.close();
	});

	it('stays open for 24 hours after the last received message', async () => {
		const phone = '4915112345671';
		await receive(phone);
		await reached(gateway, await text(phone), 'read');
		clock.advance(DAY / 2);
		await receive(phone);
		clock.advance(DAY);
		await reached(gateway, await text(phone), 'read');
		clock.advance(1);
		await expectClosedWindow(await text(phone));
		await reached(gateway, await template(phone), 'read');
		await receive(phone);
		await reached(gateway, await text(phone), 'read');
	});

	it('opens with an echoed message', async () => {
		const phone = '4915112340003';
		await expectClosedWindow(await text(phone));
		await reached(gateway, await template(phone), 'read');
		await reached(gateway, await text(phone), 'read');
	});

	it('does not open with a message in a group', async () => {
		const phone = '4915112345672';
		await receive(phone, { chatId: GROUP });
		await expectClosedWindow(await text(phone));
	});

	it('survives a restart', async () => {
		await receive('4915112345673');
		gateway = await gateway.restart();
		await reached(gateway, await text('4915112345673'), 'read');
		await expectClosedWindow(await text('4915112345674'));
	});

	it('does not apply to an instance that is connected by QR code', async () => {
		await reached(
			gateway,
			await sendText(gateway, await connectedInstance(gateway), '4915112345674'),
			'read',
		);
	});
});
