import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { locator } from '../../operations/fixture.ts';
import type { Gateway } from '../../support/gateway.ts';
import { startGateway } from '../../support/gateway.ts';
import { startProxy } from '../../support/proxy.ts';
import { runNodeWith } from '../../support/runNode.ts';

let gateway: Gateway;

/** Runs the operation, which only version 1 offers. */
function run(baseUrl: string, parameters: INodeParameters) {
	const operation = { resource: 'webhook', operation: 'recoverDeliveries', ...parameters };
	const credential = { baseUrl, apiKey: gateway.apiKey };
	return runNodeWith(credential, operation, [{ json: {} }], 'stopWorkflow', undefined, 1);
}

beforeAll(async () => {
	gateway = await startGateway();
});

afterAll(async () => {
	await gateway.stop();
});

describe('Webhook > Recover Deliveries', () => {
	it.each([
		// A time of n8n's date picker has no zone: it is in the zone of the workflow, here Asia/Tokyo.
		['2026-01-31T12:00:00', '2026-01-31T03:00:00.000Z'],
		['2026-01-31T12:00:00.000Z', '2026-01-31T12:00:00.000Z'],
		['2026-01-31T12:00:00+01:00', '2026-01-31T11:00:00.000Z'],
		['={{ DateTime.fromISO("2026-01-31T12:00:00").toISO() }}', '2026-01-31T03:00:00.000Z'],
		['={{ new Date("2026-01-31T12:00:00Z") }}', '2026-01-31T12:00:00.000Z'],
	])('sends the time %s as %s', async (time, sent) => {
		const webhook = { url: 'http://127.0.0.1:9/recover', events: ['message.read'] };
		const { body } = await gateway.request<{ data: { id: string } }>('POST', '/v1/webhooks', webhook);
		const proxy = await startProxy(gateway.url, () => undefined);

		const { error, items } = await run(proxy.url, {
			...locator('webhookId', body.data.id),
			since: time,
			until: time,
		});

		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ json: { recovered: 0 } }]);
		expect(JSON.parse(proxy.lastBody())).toEqual({ since: sent, until: sent });
		await proxy.close();
	});

	it('fails for an invalid time', async () => {
		const { error } = await run(gateway.url, {
			...locator('webhookId', 'wh_00000000000000000000000000'),
			since: 'yesterday',
		});

		expect(error).toMatchObject({ message: '"yesterday" is not a valid time' });
	});
});
