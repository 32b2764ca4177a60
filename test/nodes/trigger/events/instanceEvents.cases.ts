import { expect } from '@jest/globals';

import { until } from '../../../../gateway/test/support/until.ts';
import type { Fixture } from '../../operations/fixture.ts';
import { receiveMessage } from '../../operations/fixture.ts';
import { startHttpServer } from '../../support/httpServer.ts';
import { createConnectedInstance, createInstance } from '../../support/instances.ts';
import { listWebhooks } from '../../support/webhooks.ts';
import type { EventCase } from './eventCase.ts';
import { ADA, api, TEXT, TIME } from './eventCase.ts';

const ALERT = {
	// The test events of a webhook for all instances are of none.
	instanceId: TEXT,
	alertId: TEXT,
	kind: 'instance_disconnected',
	message: TEXT,
	advice: TEXT,
	url: TEXT,
	since: TIME,
	test: true,
};

/** The events of instances, webhooks and alerts. */
export const instanceEvents: Record<string, EventCase> = {
	'instance.connected': {
		output: { instanceId: TEXT, phone: TEXT, profileName: TEXT },
		cause: (fixture) => createConnectedInstance(fixture.gateway, 'Sales'),
	},
	'instance.disconnected': {
		output: { instanceId: TEXT, reason: 'logged_out' },
		cause: async (fixture) => {
			const id = await createConnectedInstance(fixture.gateway, 'Sales');
			await api(fixture, 'POST', `/simulator/v1/instances/${id}/logout`);
		},
	},
	'instance.qr_updated': {
		output: { instanceId: TEXT, qrCode: expect.stringMatching(/^data:image\/png/), expiresAt: TIME },
		cause: async (fixture) => {
			const id = await createInstance(fixture.gateway, 'Sales');
			await api(fixture, 'POST', `/v1/instances/${id}/connect`, { method: 'qrcode' });
		},
	},
	'instance.restricted': {
		output: { instanceId: TEXT, active: true, kind: 'new_chats', message: TEXT },
		cause: async (fixture) => {
			const id = await createConnectedInstance(fixture.gateway, 'Sales');
			await api(fixture, 'POST', `/simulator/v1/instances/${id}/restriction`, { kind: 'new_chats' });
		},
	},
	'instance.notice': {
		output: { instanceId: TEXT, topic: 'test', message: TEXT, details: {}, test: true },
		cause: (fixture) => sendTestEvent(fixture, 'instance.notice'),
	},
	'webhook.failing': {
		output: {
			webhookId: TEXT,
			name: 'Shop',
			host: TEXT,
			since: TIME,
			failures: 5,
			statusCode: 500,
			paused: false,
		},
		cause: (fixture) => failAndRecover(fixture),
	},
	'webhook.recovered': {
		output: { webhookId: TEXT, name: 'Shop', host: TEXT, failingSince: TIME },
		cause: (fixture) => failAndRecover(fixture),
	},
	'alert.firing': {
		output: { ...ALERT, reminder: false },
		cause: (fixture) => sendTestEvent(fixture, 'alert.firing'),
	},
	'alert.resolved': {
		output: { ...ALERT, resolvedAt: TIME },
		cause: (fixture) => sendTestEvent(fixture, 'alert.resolved'),
	},
};

async function sendTestEvent(fixture: Fixture, event: string): Promise<void> {
	const [webhook] = await listWebhooks(fixture.gateway);
	await api(fixture, 'POST', `/v1/webhooks/${webhook?.id ?? ''}/test`, { event });
}

/** Lets the deliveries of another webhook fail, and then succeed. */
async function failAndRecover(fixture: Fixture): Promise<void> {
	let status = 500;
	const shop = await startHttpServer((_request, response) => response.writeHead(status).end());
	const { body } = await api(fixture, 'POST', '/v1/webhooks', {
		url: shop.url,
		name: 'Shop',
		events: ['message.received'],
		instanceId: fixture.instanceId,
	});
	const webhookId = body.data.id;
	const failing = async () =>
		(await api(fixture, 'GET', `/v1/webhooks/${webhookId}`)).body.data.failingSince !== null;
	for (let sending = 0; sending < 5; sending++)
		await receiveMessage(fixture, { from: ADA, content: 'Order' });
	await until('the webhook fails', failing);
	status = 200;
	await receiveMessage(fixture, { from: ADA, content: 'Order' });
	await until('the webhook recovers', async () => !(await failing()));
	await api(fixture, 'DELETE', `/v1/webhooks/${webhookId}`);
	await shop.close();
}
