import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { Webhook } from 'standardwebhooks';

import { until } from '../../../../gateway/test/support/until.ts';
import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, receiveMessage } from '../../operations/fixture.ts';
import type { GatewayCredential } from '../../support/credentials.ts';
import { startGateway } from '../../support/gateway.ts';
import { N8nHost } from '../../support/n8nHost.ts';
import { withTrigger } from '../withTrigger.ts';

const FROM = '491518000011';
/** The simplified output has no ID of the event. */
const WITH_EVENT_ID = { output: 'fields', fields: ['event', 'eventId', 'timestamp', 'content'] };

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
});

afterAll(async () => {
	await fixture.gateway.stop();
});

/** Delivers the event of an execution to another process of n8n, and returns the items of its trigger. */
async function deliverToOtherProcess(
	host: N8nHost,
	start: INodeExecutionData | undefined,
	parameters: INodeParameters = {},
	credential: GatewayCredential = fixture.credential,
): Promise<INodeExecutionData[]> {
	const other = new N8nHost(credential, { events: ['message.received'], ...parameters });
	other.workflowId = 'workflow in another process';
	other.staticData.production = structuredClone(host.staticData.production);
	const stored = other.staticData.production['node:messagingGatewayTrigger'];
	const { secret } = stored?.production as { secret: string };
	const { event, eventId, timestamp, ...data } = start?.json ?? {};
	const body = JSON.stringify({ event, eventId, timestamp, data });
	await other.listen();
	try {
		const id = eventId as string;
		const now = new Date();
		await other.post('production', body, {
			'content-type': 'application/json',
			'webhook-id': id,
			'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
			'webhook-signature': new Webhook(secret).sign(id, now, body),
		});
		expect(other.failures).toEqual([]);
		return await other.nextStart();
	} finally {
		await other.close();
	}
}

describe('the option Remove Duplicates', () => {
	it.each([{}, { options: { removeDuplicates: '={{ "true" }}' } }])(
		'lets one of two executions in two processes continue: %j',
		async (options) => {
			const parameters = { ...WITH_EVENT_ID, ...options };
			await withTrigger(fixture.credential, parameters, async (host) => {
				await receiveMessage(fixture, { from: FROM, content: 'Once' });
				const [start] = await host.nextStart();

				expect(start?.json).toMatchObject({ content: 'Once' });
				expect(await deliverToOtherProcess(host, start, options)).toEqual([]);
			});
		},
	);

	it('lets an execution continue whose delivery a person has repeated', async () => {
		await withTrigger(fixture.credential, {}, async (host) => {
			await receiveMessage(fixture, { from: FROM, content: 'Delivered again' });
			const items = await host.nextStart();
			const { webhookId } = host.staticData.production['node:messagingGatewayTrigger']?.production as {
				webhookId: string;
			};
			const path = `/v1/webhooks/${webhookId}/deliveries`;
			const delivered = await until('the delivery to succeed', async () => {
				const { body } = await fixture.gateway.request<{ data: { deliveries: { id: string }[] } }>(
					'GET',
					`${path}?status=success`,
				);
				return body.data.deliveries[0]?.id;
			});
			await fixture.gateway.request('POST', `${path}/${delivered}/retry`);

			expect(await host.nextStart()).toEqual(items);
		});
	});

	it('lets a retried execution continue', async () => {
		await withTrigger(fixture.credential, {}, async (host) => {
			await receiveMessage(fixture, { from: FROM, content: 'Again' });
			const items = await host.nextStart();

			expect(items).toHaveLength(1);
			expect(await host.retry(0)).toEqual(items);
		});
	});

	it('lets both executions continue when the gateway cannot be asked', async () => {
		await withTrigger(fixture.credential, WITH_EVENT_ID, async (host) => {
			await receiveMessage(fixture, { from: FROM, content: 'Twice' });
			const [start] = await host.nextStart();
			const unreachable = { ...fixture.credential, baseUrl: 'http://127.0.0.1:9' };

			expect(await deliverToOtherProcess(host, start, {}, unreachable)).toMatchObject([
				{ json: { content: 'Twice' } },
			]);
		});
	});

	it.each([false, '={{ "false" }}'])('lets both executions continue when it is off: %s', async (value) => {
		const parameters = { ...WITH_EVENT_ID, options: { removeDuplicates: value } };
		await withTrigger(fixture.credential, parameters, async (host) => {
			await receiveMessage(fixture, { from: FROM, content: 'Twice' });
			const [start] = await host.nextStart();

			expect(await deliverToOtherProcess(host, start, parameters)).toMatchObject([
				{ json: { content: 'Twice' } },
			]);
		});
	});

	it('shows nothing of it in the output', async () => {
		await withTrigger(fixture.credential, { output: 'raw' }, async (host) => {
			await receiveMessage(fixture, { from: FROM, content: 'Plain' });
			const [start] = await host.nextStart();

			expect(Object.keys(start?.json ?? {}).sort()).toEqual(['data', 'event', 'eventId', 'timestamp']);
		});
	});
});
