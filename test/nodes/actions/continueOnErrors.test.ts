import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { GatewayCredential } from '../support/credentials.ts';
import type { Gateway } from '../support/gateway.ts';
import { startGateway } from '../support/gateway.ts';
import { createConnectedInstance } from '../support/instances.ts';
import { runNode } from '../support/runNode.ts';

const UNKNOWN_INSTANCE = 'inst_00000000000000000000000000';

let gateway: Gateway;
let credential: GatewayCredential;

beforeAll(async () => {
	gateway = await startGateway();
	credential = { baseUrl: gateway.url, apiKey: gateway.apiKey };
});

afterAll(async () => {
	await gateway.stop();
});

function get(value: string): INodeParameters {
	return { resource: 'instance', operation: 'get', instanceId: { __rl: true, mode: 'id', value } };
}

describe('a node that continues on errors', () => {
	const items: IDataObject[] = [{ id: UNKNOWN_INSTANCE, row: 1 }];

	it('returns an error item between the others, paired with its input item', async () => {
		const id = await createConnectedInstance(gateway, 'Second');

		const run = await runNode(
			credential,
			get('={{ $json.id }}'),
			[...items, { id }],
			'continueRegularOutput',
		);

		expect(run.error).toBeUndefined();
		expect(run.items).toMatchObject([
			{
				json: {
					error: expect.stringMatching(/^The instance does not exist\. .*Select the instance from the list/),
				},
				pairedItem: { item: 0 },
			},
			{ json: { id }, pairedItem: { item: 1 } },
		]);
	});

	it('sends the error item with the fields of its input item to the error output', async () => {
		const id = await createConnectedInstance(gateway, 'Third');

		const run = await runNode(credential, get('={{ $json.id }}'), [...items, { id }], 'continueErrorOutput');

		expect(run.items).toMatchObject([{ json: { id }, pairedItem: { item: 1 } }]);
		expect(run.errorItems).toMatchObject([
			{
				json: {
					error: expect.stringContaining('The instance does not exist. '),
					id: UNKNOWN_INSTANCE,
					row: 1,
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('sends the item of a failed expression to the error output', async () => {
		const run = await runNode(
			credential,
			get('={{ $("Nowhere").item.json.id }}'),
			[{}],
			'continueErrorOutput',
		);

		expect(run.items).toEqual([]);
		expect(run.errorItems).toMatchObject([
			{ json: { error: "Referenced node doesn't exist" }, pairedItem: { item: 0 } },
		]);
	});
});
