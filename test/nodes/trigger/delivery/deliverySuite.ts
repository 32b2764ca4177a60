import { createHmac, randomUUID } from 'node:crypto';

import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { Webhook } from 'standardwebhooks';

import type { Gateway } from '../../support/gateway.ts';
import { startGateway } from '../../support/gateway.ts';
import { createConnectedInstance } from '../../support/instances.ts';
import type { Listener } from '../../support/n8nHost.ts';
import { N8nHost } from '../../support/n8nHost.ts';

/** Of the suite that runs: the gateway, its instance, and the n8n of the test, whose workflow is active. */
export let gateway: Gateway;
export let instanceId: string;
export let host: N8nHost;

/** Starts one gateway with an instance for all tests of a file, and for each test an n8n with a registered trigger. */
export function useRegisteredTrigger(): void {
	beforeAll(async () => {
		gateway = await startGateway();
		instanceId = await createConnectedInstance(gateway, 'Support');
	});

	afterAll(async () => {
		await gateway.stop();
	});

	beforeEach(async () => {
		host = new N8nHost({ baseUrl: gateway.url, apiKey: gateway.apiKey }, { events: ['message.received'] });
		await host.listen();
		await host.activate('production');
	});

	afterEach(async () => {
		await host.call('production', 'delete');
		await host.close();
	});
}

/** Returns the body of a delivery. */
export function envelope(changes: object = {}, data: object = {}): string {
	return JSON.stringify({
		event: 'message.received',
		eventId: `evt_${randomUUID()}`,
		timestamp: '2026-11-20T12:00:00.000Z',
		data: { instanceId, messageId: 'msg_01jd2c7v9qk3m5x8w4t6r1y0za', content: 'Grüße', ...data },
		...changes,
	});
}

function storedSecret(listener: Listener): string {
	const stored = host.staticData[listener]['node:messagingGatewayTrigger'] as
		| Record<Listener, { secret: string }>
		| undefined;
	return stored?.[listener].secret ?? '';
}

/** Returns the headers of a delivery, signed by the specification with the secret that the trigger stored. */
export function signedHeaders(body: string, listener: Listener = 'production'): Record<string, string> {
	return {
		'content-type': 'application/json',
		'x-service-signature': `sha256=${createHmac('sha256', storedSecret(listener)).update(body).digest('hex')}`,
	};
}

/** Returns the headers of a delivery, signed by the library of Standard Webhooks as many seconds ago. */
export function standardHeaders(body: string, secondsAgo = 0): Record<string, string> {
	const at = new Date(Date.now() - secondsAgo * 1000);
	return {
		'content-type': 'application/json',
		'webhook-id': 'evt_1',
		'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
		'webhook-signature': new Webhook(storedSecret('production')).sign('evt_1', at, body),
	};
}
