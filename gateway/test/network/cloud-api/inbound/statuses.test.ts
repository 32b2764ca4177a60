import { describe, expect, it } from '@jest/globals';
import { failedWith, status, statuses, webhook } from '../../../cloud-api-server/payloads.ts';
import { sendText, statusOf } from '../../../support/gateway.ts';
import { at } from '../../../support/json.ts';
import { reached } from '../../../support/media.ts';
import { until } from '../../../support/until.ts';
import {
	gateway,
	instanceId,
	meta,
	receiver,
	useOfficialInstance,
} from '../../../support/official/official-suite.ts';

const PHONE = '16505551234';

useOfficialInstance();

const events = (kind: string) => receiver.requests.filter((one) => one.at('event') === kind);
/** Sends a text; returns its id and its wamid. */
const sent = async (): Promise<{ id: string; wamid: string }> => {
	const id = await sendText(gateway, instanceId, PHONE);
	await reached(gateway, id, 'sent');
	return { id, wamid: (await meta.requests('messages')).at(-1)?.wamid ?? '' };
};
describe('statuses received through the Cloud API', () => {
	it('are published step by step', async () => {
		const { id, wamid: known } = await sent();
		for (const name of ['sent', 'delivered', 'read']) {
			expect((await meta.notify(webhook(statuses(status(known, name))))).status).toBe(200);
		}
		expect(await statusOf(gateway, id)).toMatchObject({ status: 'read' });
		await receiver.find('message.read', (one) => one.at('event') === 'message.read');
		expect(receiver.requests.map((one) => one.at('event')).slice(1)).toEqual([
			'message.sent',
			'message.delivered',
			'message.read',
		]);
	});

	it('are completed when Meta skips one, and published once and in order', async () => {
		const { id, wamid: known } = await sent();
		const steps = [status(known, 'read'), status(known, 'delivered'), status(known, 'read')];
		expect((await meta.notify(webhook(statuses(...steps)))).status).toBe(200);
		await reached(gateway, id, 'read');
		await receiver.find('message.read', (one) => one.at('event') === 'message.read');
		expect(events('message.delivered')).toHaveLength(1);
		expect(events('message.read')).toHaveLength(1);
	});

	it("report a failure with our code and Meta's message", async () => {
		const { id, wamid: known } = await sent();
		const failed = status(known, 'failed', failedWith(131047, 'Re-engagement message'));
		expect((await meta.notify(webhook(statuses(failed)))).status).toBe(200);
		const record = await reached(gateway, id, 'failed');
		expect(at(record, 'error.code')).toBe('reengagement_window_closed');
		expect(at(record, 'error.message')).toContain('Re-engagement message');
	});

	it('are recorded when they arrive before the response to the send request', async () => {
		await meta.hold();
		const before = (await meta.requests('messages')).length;
		const id = await sendText(gateway, instanceId, PHONE);
		const request = await until('the message at Meta', async () => (await meta.requests('messages'))[before]);
		const notified = meta.notify(webhook(statuses(status(request.wamid ?? '', 'delivered'))));
		await meta.letGo();
		expect((await notified).status).toBe(200);
		await reached(gateway, id, 'delivered');
		await meta.notify(webhook(statuses(status(request.wamid ?? '', 'read'))));
		await reached(gateway, id, 'read');
	});

	it('are answered with 503 while the message they may belong to is unanswered', async () => {
		await meta.hold();
		const before = (await meta.requests('messages')).length;
		const id = await sendText(gateway, instanceId, PHONE);
		const request = await until('the message at Meta', async () => (await meta.requests('messages'))[before]);
		const payload = webhook(statuses(status(request.wamid ?? '', 'delivered')));
		expect((await meta.notify(payload)).status).toBe(503);
		await meta.letGo();
		await reached(gateway, id, 'sent');
		expect((await meta.notify(payload)).status).toBe(200);
		await reached(gateway, id, 'delivered');
	});

	it('of messages sent by another program are ignored', async () => {
		expect((await meta.notify(webhook(statuses(status('wamid.of-another-program', 'read'))))).status).toBe(
			200,
		);
	});
});
