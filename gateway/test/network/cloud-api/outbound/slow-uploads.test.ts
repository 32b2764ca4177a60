import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startCloudApi, type CloudApi } from '../../../support/official/cloud-api.ts';
import { sendText, startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { authorization, reached } from '../../../support/media.ts';
import { officialInstance, whatsAppSettings } from '../../../support/official/official.ts';
import { PDF } from '../../../support/sample-files.ts';
import { until } from '../../../support/until.ts';

/** Uploads of one instance at the same time. */
const AT_ONCE = 16;

describe('a file that takes minutes to reach Meta', () => {
	let meta: CloudApi;
	let clock: ManualClock;
	let gateway: TestGateway;

	beforeEach(async () => {
		meta = await startCloudApi();
		clock = createManualClock();
		gateway = await startTestGateway({ clock, environment: whatsAppSettings(meta) });
	});
	afterEach(async () => {
		await gateway.close();
		await meta.close();
	});

	/** Uploads a file to the gateway; returns the request to send it. */
	async function slowFile(): Promise<Record<string, string>> {
		const instanceId = await officialInstance(gateway);
		const body = new FormData();
		body.append('file', new Blob([new Uint8Array(PDF)]), 'slow.pdf');
		const stored = await gateway.request('/v1/media', { method: 'POST', headers: { authorization }, body });
		return { instanceId, mediaUrl: stored.text('data.mediaUrl'), mediaType: 'document' };
	}

	/** Sends a file to twice as many people as it is uploaded for at the same time. */
	async function sendMany(file: Record<string, string>): Promise<void> {
		for (let index = 0; index < AT_ONCE * 2; index += 1) {
			const to = `1650555${2000 + index}`;
			expect((await gateway.post('/v1/messages/send', { to, ...file })).status).toBe(202);
		}
	}

	it('is uploaded once, and sent', async () => {
		const file = await slowFile();
		await meta.hold();
		const accepted = await gateway.post('/v1/messages/send', { to: '16505551234', ...file });
		expect(accepted.status).toBe(202);
		await until('the upload', async () => (await meta.requests('media')).length > 0);
		clock.advance(14 * 60_000);
		await meta.letGo();
		await reached(gateway, accepted.text('messageId'), 'sent');
		expect(await meta.requests('media')).toHaveLength(1);
	});

	it('waits for the uploads of others for a few minutes, and then in the queue', async () => {
		const file = await slowFile();
		await meta.hold();
		await sendMany(file);
		await until('the uploads', async () => (await meta.requests('media')).length >= AT_ONCE);
		clock.advance(6 * 60_000);
		await meta.letGo();
		const waited = 'The uploads of other files to Meta take long.';
		await until('the log', () => gateway.logged.some((line) => line.includes(waited)));
		await until('all messages at Meta', async () => {
			clock.advance(1000);
			return (await meta.requests('messages')).length === AT_ONCE * 2;
		});
	});

	it('leaves connections to Meta for other messages, however many such files are sent', async () => {
		const file = await slowFile();
		await meta.hold();
		await sendMany(file);
		await until('the uploads', async () => (await meta.requests('media')).length >= AT_ONCE);
		await sendText(gateway, file.instanceId ?? '', '16505551234');
		await until('the text', async () => (await meta.requests('messages')).length > 0);
		expect(await meta.requests('media')).toHaveLength(AT_ONCE);
		await meta.letGo();
	});
});
