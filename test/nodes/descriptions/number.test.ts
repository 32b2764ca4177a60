import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Fixture } from '../operations/fixture.ts';
import { createFixture, getData, locator } from '../operations/fixture.ts';
import { startGateway } from '../support/gateway.ts';
import { createInstance } from '../support/instances.ts';
import { runNode } from '../support/runNode.ts';

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
});

afterAll(async () => {
	await fixture.gateway.stop();
});

describe('a number field', () => {
	it.each<[string, string, INodeParameters]>([
		['Limit', 'getAll', { limit: '={{ $json.limit }}' }],
		['Limit', 'getAll', { limit: '={{ "many" }}' }],
		[
			'Limit Wait Time',
			'connect',
			{ waitUntilConnected: true, options: { timeout: '={{ "two minutes" }}' } },
		],
	])(
		'fails for an expression without a number: %s of Instance > %s',
		async (field, operation, parameters) => {
			const id = await createInstance(fixture.gateway, 'Any');

			const { error } = await runNode(fixture.credential, {
				resource: 'instance',
				operation,
				...locator('instanceId', id),
				...parameters,
			});

			expect(error).toMatchObject({
				message: `${field} is not a number`,
				description: expect.stringContaining('correct the expression'),
			});
		},
	);

	it('fails before the question is sent', async () => {
		const { error, waitTill } = await runNode(fixture.credential, {
			resource: 'message',
			operation: 'sendAndWait',
			...locator('instanceId', fixture.instanceId),
			...locator('to', '491519000091'),
			message: 'Well?',
			limitAmount: '={{ $json.hours }}',
		});

		expect(error).toMatchObject({ message: 'Limit Wait Time is not a number' });
		expect(waitTill).toBeUndefined();
		expect(await getData(fixture, '/v1/webhooks')).toEqual([]);
	});

	it('accepts a number as text', async () => {
		const { items } = await runNode(fixture.credential, {
			resource: 'instance',
			operation: 'getAll',
			limit: '={{ "1" }}',
		});

		expect(items).toHaveLength(1);
	});
});
