import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { World } from '../operations/world.ts';
import { createWorld, dataOf, located } from '../operations/world.ts';
import { startGateway } from '../support/gateway.ts';
import { createInstance } from '../support/instances.ts';
import { runNode } from '../support/runNode.ts';

let world: World;

beforeAll(async () => {
	world = await createWorld(await startGateway());
});

afterAll(async () => {
	await world.gateway.stop();
});

describe('a number that an expression does not give', () => {
	it.each<[string, string, INodeParameters]>([
		['Limit', 'getAll', { limit: '={{ $json.limit }}' }],
		['Limit', 'getAll', { limit: '={{ "many" }}' }],
		['Wait at Most', 'connect', { waitUntilConnected: true, options: { timeout: '={{ "two minutes" }}' } }],
	])('is named in the error: %s of Instance > %s', async (field, operation, parameters) => {
		const id = await createInstance(world.gateway, 'Any');

		const { error } = await runNode(world.credential, {
			resource: 'instance',
			operation,
			...located('instanceId', id),
			...parameters,
		});

		expect(error).toMatchObject({
			message: `${field} is not a number`,
			description: expect.stringContaining('correct the expression'),
		});
	});

	it('is named before a question is asked', async () => {
		const { error, waitTill } = await runNode(world.credential, {
			resource: 'message',
			operation: 'sendAndWait',
			...located('instanceId', world.instanceId),
			...located('to', '491519000091'),
			message: 'Well?',
			limitAmount: '={{ $json.hours }}',
		});

		expect(error).toMatchObject({ message: 'Wait at Most is not a number' });
		expect(waitTill).toBeUndefined();
		expect(await dataOf(world, '/v1/webhooks')).toEqual([]);
	});

	it('may be written as text', async () => {
		const { items } = await runNode(world.credential, {
			resource: 'instance',
			operation: 'getAll',
			limit: '={{ "1" }}',
		});

		expect(items).toHaveLength(1);
	});
});
