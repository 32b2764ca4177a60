import './support/n8nEnvironment.ts';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ExecuteContext, RoutingNode } from 'n8n-core';
import type { INodeExecutionData, INodeType, INodeTypes } from 'n8n-workflow';
import { createEmptyRunExecutionData, NodeApiError, Workflow } from 'n8n-workflow';

import { createAdditionalData } from './support/additionalData.ts';
import type { GatewayCredential } from './support/credentials.ts';
import type { Gateway } from './support/gateway.ts';
import { startGateway } from './support/gateway.ts';
import { CREDENTIAL_TYPE, loadedPackage, createNode } from './support/loadedPackage.ts';

let gateway: Gateway;

beforeAll(async () => {
	await loadedPackage.loadAll();
	gateway = await startGateway();
});

afterAll(async () => {
	await gateway.stop();
});

/** Runs the test request of the credential type with n8n's RoutingNode, as n8n's credential tester does. */
async function testCredential(credential: GatewayCredential): Promise<INodeExecutionData[][]> {
	const { test } = loadedPackage.getCredential(CREDENTIAL_TYPE).type;
	if (!test) throw new Error('The credential has no test');
	const nodeType: INodeType = {
		description: {
			name: 'credentialTest',
			displayName: 'Credential test',
			description: 'Sends the test request',
			version: 1,
			defaults: {},
			group: [],
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: CREDENTIAL_TYPE, required: true }],
			properties: [
				{
					displayName: 'Request',
					name: 'request',
					type: 'string',
					default: '',
					routing: { request: test.request },
				},
			],
		},
	};
	const nodeTypes: INodeTypes = {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	};
	const node = createNode('credentialTest', {});
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const input = { main: [[{ json: {} }]] };
	const context = new ExecuteContext(
		workflow,
		node,
		createAdditionalData(credential),
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		input,
		{ node, data: input, source: null },
		[],
	);
	await workflow.expression.acquireIsolate();
	try {
		const decrypted = { id: '1', name: 'Gateway', type: CREDENTIAL_TYPE, data: credential };
		return (await new RoutingNode(context, nodeType, decrypted).runNode()) ?? [];
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

describe('the credential', () => {
	it.each(['', '/', '//', ' '])('accepts a Gateway URL that ends in "%s"', async (ending) => {
		const output = await testCredential({ baseUrl: `${gateway.url}${ending}`, apiKey: gateway.apiKey });

		expect(output[0]?.[0]?.json).toMatchObject({ authenticated: true });
	});

	it('rejects a wrong API key with its own message', async () => {
		const test = testCredential({ baseUrl: gateway.url, apiKey: 'not-a-key-of-this-gateway' });

		await expect(test).rejects.toBeInstanceOf(NodeApiError);
		await expect(test).rejects.toMatchObject({ httpCode: '401' });
		const { rules } = loadedPackage.getCredential(CREDENTIAL_TYPE).type.test ?? {};
		expect(rules).toContainEqual({
			type: 'responseCode',
			properties: { value: 401, message: expect.stringContaining('refused the API key') },
		});
	});

	it('has only the fields for URL and API key, and hides the key', () => {
		const { properties } = loadedPackage.getCredential(CREDENTIAL_TYPE).type;

		expect(properties.map(({ name }) => name)).toEqual(['baseUrl', 'apiKey']);
		expect(properties[1]?.typeOptions?.password).toBe(true);
	});
});
