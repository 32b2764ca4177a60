import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import { startCloudApi, type CloudApi } from './cloud-api.ts';
import { startTestGateway, type TestGateway } from '../gateway.ts';
import { officialInstance, subscribe, whatsAppSettings } from './official.ts';
import { startReceiver, type Receiver } from '../servers/receiver.ts';

/** Of the suite that runs: the stand-in for Meta and its gateway, and the receiver and the instance of the test. */
export let meta: CloudApi;
export let gateway: TestGateway;
export let receiver: Receiver;
export let instanceId: string;

/**
 * Connects, for each test of a file, an instance through the official API, and starts a receiver. The receiver gets the
 * events of the instance's own webhook; with `events`, it gets these by a registered webhook.
 */
export function useOfficialInstance({ events }: { events?: readonly string[] } = {}): void {
	beforeAll(async () => {
		meta = await startCloudApi();
		gateway = await startTestGateway({ environment: whatsAppSettings(meta) });
	});
	afterAll(async () => {
		await gateway.close();
		await meta.close();
	});
	beforeEach(async () => {
		receiver = await startReceiver();
		instanceId = await officialInstance(gateway, events === undefined ? { webhookUrl: receiver.url } : {});
		if (events !== undefined) {
			const created = await gateway.post('/v1/webhooks', { instanceId, url: receiver.url, events });
			expect(created.status).toBe(201);
		}
		await subscribe(meta, gateway.url, instanceId);
	});
	afterEach(async () => {
		await gateway.delete(`/v1/instances/${instanceId}`);
		await receiver.close();
	});
}
