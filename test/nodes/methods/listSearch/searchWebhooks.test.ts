import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, locator } from '../../operations/fixture.ts';
import { startGateway } from '../../support/gateway.ts';
import { ACTION_NODE, loadedPackage } from '../../support/loadedPackage.ts';
import { searchList } from '../../support/searchList.ts';

let fixture: Fixture;

beforeAll(async () => {
	await loadedPackage.loadAll();
	fixture = await createFixture(await startGateway());
});

afterAll(async () => {
	await fixture.gateway.stop();
});

function search(list: string, filter: string | undefined, parameters: INodeParameters) {
	return searchList(fixture.credential, { nodeName: ACTION_NODE, list, parameters, filter });
}

describe('searchWebhooks', () => {
	it('returns the webhooks that match the filter', async () => {
		const body = { url: 'http://127.0.0.1:9/orders', events: ['message.received'], name: 'Orders' };
		await fixture.gateway.request('POST', '/v1/webhooks', body);

		expect((await search('searchWebhooks', 'order', {})).results).toMatchObject([
			{ name: 'Orders (http://127.0.0.1:9/orders)', description: 'active' },
		]);
		expect((await search('searchWebhooks', 'no such webhook', {})).results).toEqual([]);
	});
});

describe('searchDeliveries', () => {
	it('finds a delivery that is not on the first page', async () => {
		const { body } = await fixture.gateway.request<{ data: { id: string } }>('POST', '/v1/webhooks', {
			url: 'http://127.0.0.1:9/many-deliveries',
			events: ['message.received'],
		});
		const path = `/v1/webhooks/${body.data.id}/test`;
		await fixture.gateway.request('POST', path, { event: 'message.read' });
		const later = Array.from({ length: 100 }, () =>
			fixture.gateway.request('POST', path, { event: 'message.sent' }),
		);
		await Promise.all(later);

		const parameters = {
			resource: 'webhook',
			operation: 'retryDelivery',
			...locator('webhookId', body.data.id),
		};
		const { results, paginationToken } = await search('searchDeliveries', 'message.read', parameters);

		expect(results).toMatchObject([{ name: expect.stringMatching(/^message\.read/) }]);
		expect(paginationToken).toBeUndefined();
	});

	it('returns the deliveries of the selected webhook, and fails when none is selected', async () => {
		const { body } = await fixture.gateway.request<{ data: { id: string } }>('POST', '/v1/webhooks', {
			url: 'http://127.0.0.1:9/deliveries',
			events: ['message.received'],
		});
		const { id } = body.data;
		for (const event of ['message.read', 'message.sent']) {
			await fixture.gateway.request('POST', `/v1/webhooks/${id}/test`, { event });
		}

		const parametersFor = (webhookId: string) => ({
			resource: 'webhook',
			operation: 'retryDelivery',
			...locator('webhookId', webhookId),
		});

		const found = await search('searchDeliveries', 'READ', parametersFor(id));
		expect(found.results).toMatchObject([
			{
				name: expect.stringMatching(/^message\.read, pending \(2.*Z\)$/),
				value: expect.stringMatching(/^dlv_/),
			},
		]);
		await expect(search('searchDeliveries', undefined, parametersFor(''))).rejects.toMatchObject({
			message: 'Select a webhook first',
		});
	});
});
