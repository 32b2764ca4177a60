import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Fixture } from '../operations/fixture.ts';
import { createFixture, getData, locator } from '../operations/fixture.ts';
import { startGateway } from '../support/gateway.ts';
import { runNode } from '../support/runNode.ts';

const WEBHOOK_URL = 'http://127.0.0.1:9/events';

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
	const path = `/v1/instances/${fixture.instanceId}`;
	await fixture.gateway.request('PATCH', path, { webhookUrl: WEBHOOK_URL });
});

afterAll(async () => {
	await fixture.gateway.stop();
});

function update(operation: string, updateFields: INodeParameters) {
	const parameters = { resource: 'instance', operation, ...locator('instanceId', fixture.instanceId) };
	const row = { url: null, text: null, empty: '' };
	return runNode(fixture.credential, { ...parameters, updateFields }, [row]);
}

async function webhookUrl() {
	return (await getData(fixture, `/v1/instances/${fixture.instanceId}`)).webhookUrl;
}

describe('a field whose empty text removes something', () => {
	it.each([
		['update', 'Webhook URL', { webhookUrl: '={{ $json.url }}' }],
		['updateProfile', 'Picture URL', { pictureUrl: '={{ $json.url }}' }],
		['updateProfile', 'About', { about: '={{ $json.text }}' }],
	])('fails for an expression without a value, in %s: %s', async (operation, label, fields) => {
		const { error } = await update(operation, fields);

		expect(error).toMatchObject({
			message: expect.stringMatching(
				`^The expression of ${label} has no value: leave ${label} empty to remove`,
			),
			description: expect.stringContaining('Let the expression return a text'),
			context: { itemIndex: 0 },
		});
		expect(await webhookUrl()).toBe(WEBHOOK_URL);
	});

	it('is removed by a text that is empty', async () => {
		const { error } = await update('update', { webhookUrl: '={{ $json.empty }}' });

		expect(error).toBeUndefined();
		expect(await webhookUrl()).toBeNull();
	});

	it('says that there is nothing to update where no field has a value', async () => {
		const { error } = await update('updateProfile', { name: '={{ $json.missing }}' });

		expect(error).toMatchObject({ message: 'No fields to update' });
	});
});
