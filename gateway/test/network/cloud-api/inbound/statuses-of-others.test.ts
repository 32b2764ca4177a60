import { describe, expect, it } from '@jest/globals';
import { status, statuses, webhook } from '../../../cloud-api-server/payloads.ts';
import { sendText } from '../../../support/gateway.ts';
import { authorization, reached } from '../../../support/media.ts';
import { PNG } from '../../../support/sample-files.ts';
import { until } from '../../../support/until.ts';
import { answered, clock, gateway, instanceId, meta, useTimedInstance } from './timed-instance.ts';

const PHONE = '16505551234';
/** Milliseconds for which a webhook waits for responses of Meta. */
const WAIT = 800;

useTimedInstance(['message.sent']);

/** Returns a webhook with the statuses of messages that another program sent from the same number. */
const ofOthers = (count: number) =>
	webhook(statuses(...Array.from({ length: count }, (_, index) => status(`wamid.other${index}`, 'read'))));

describe('statuses of messages that another program sent', () => {
	it('wait together while a message of the gateway is unanswered', async () => {
		await meta.hold();
		const id = await sendText(gateway, instanceId, PHONE);
		await until('the message at Meta', async () => (await meta.requests('messages')).length > 0);
		const status = answered(ofOthers(500));
		await until('the wait', () => clock.pending().includes(clock.now() + WAIT));
		clock.advance(WAIT);
		expect(await status).toBe(503);
		await meta.letGo();
		await reached(gateway, id, 'sent');
		expect(await answered(ofOthers(500))).toBe(200);
	});

	it('do not wait for a message whose file is being uploaded', async () => {
		await meta.hold();
		const body = new FormData();
		body.append('file', new Blob([new Uint8Array(PNG)]), 'picture.png');
		const stored = await gateway.request('/v1/media', { method: 'POST', headers: { authorization }, body });
		const file = { mediaUrl: stored.text('data.mediaUrl'), mediaType: 'image' };
		const sent = await gateway.post('/v1/messages/send', { instanceId, to: PHONE, ...file });
		await until('the upload', async () => (await meta.requests('media')).length > 0);
		expect(await answered(ofOthers(1))).toBe(200);
		await meta.letGo();
		await reached(gateway, sent.text('messageId'), 'sent');
	});
});
