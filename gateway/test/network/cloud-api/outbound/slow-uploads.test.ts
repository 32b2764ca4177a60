import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startCloudApi, type CloudApi } from '../../../support/official/cloud-api.ts';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { authorization, reached } from '../../../support/media.ts';
import { officialInstance, whatsAppSettings } from '../../../support/official/official.ts';
import { PDF } from '../../../support/sample-files.ts';
import { until } from '../../../support/until.ts';

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

	it('is uploaded once, and sent', async () => {
		const instanceId = await officialInstance(gateway);
		const body = new FormData();
		body.append('file', new Blob([new Uint8Array(PDF)]), 'slow.pdf');
		const stored = await gateway.request('/v1/media', { method: 'POST', headers: { authorization }, body });
		await meta.hold();
		const file = { mediaUrl: stored.text('data.mediaUrl'), mediaType: 'document' };
		const accepted = await gateway.post('/v1/messages/send', { instanceId, to: '16505551234', ...file });
		expect(accepted.status).toBe(202);
		await until('the upload', async () => (await meta.requests('media')).length > 0);
		clock.advance(14 * 60_000);
		await meta.letGo();
		await reached(gateway, accepted.text('messageId'), 'sent');
		expect(await meta.requests('media')).toHaveLength(1);
	});
});
