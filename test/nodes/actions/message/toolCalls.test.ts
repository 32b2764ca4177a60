import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SupplyDataContext } from 'n8n-core';
import type { IExecuteFunctions } from 'n8n-workflow';
import { createEmptyRunExecutionData, NodeConnectionTypes } from 'n8n-workflow';

import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, locator } from '../../operations/fixture.ts';
import { createAdditionalData } from '../../support/additionalData.ts';
import { startGateway } from '../../support/gateway.ts';
import { ACTION_NODE, createNode, loadedPackage, nodeTypes } from '../../support/loadedPackage.ts';
import { createExecution, createWorkflow, runExecution } from '../../support/runNode.ts';

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
	await loadedPackage.loadAll();
});

afterAll(async () => {
	await fixture.gateway.stop();
});

/**
 * Calls the node as a tool of a webhook, e.g. of n8n's MCP Server Trigger, for which no execution exists yet. Returns the
 * messageId, or the error that the AI gets.
 */
async function callTool(message: string, to = '491515000041'): Promise<unknown> {
	const node = createNode(ACTION_NODE, {
		resource: 'message',
		operation: 'sendText',
		...locator('instanceId', fixture.instanceId),
		...locator('to', to),
		message,
	});
	const workflow = createWorkflow(node);
	const additionalData = createAdditionalData(fixture.credential);
	delete additionalData.executionId;
	const input = [[{ json: {} }]];
	const context = new SupplyDataContext(
		workflow,
		node,
		additionalData,
		'webhook',
		createEmptyRunExecutionData(),
		0,
		[],
		{ [NodeConnectionTypes.AiTool]: input },
		NodeConnectionTypes.AiTool,
		{ node, data: {}, source: null },
		[],
	);
	await workflow.expression.acquireIsolate();
	try {
		const type = nodeTypes.getByNameAndVersion(ACTION_NODE, 2);
		const output = (await type.execute?.call(context as unknown as IExecuteFunctions)) as {
			json: { messageId?: string; error?: string };
		}[][];
		const { messageId, error } = output[0]?.[0]?.json ?? {};
		return messageId ?? error;
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

it('sends a message for each call of the tool, although n8n has no execution for them', async () => {
	const ids = [await callTool('One'), await callTool('Two'), await callTool('Two')];

	expect(ids).toEqual(ids.map(() => expect.stringMatching(/^msg_/)));
	expect(new Set(ids).size).toBe(3);
});

it.each([
	['Hello', 'Ada', 'The recipient "Ada" is not a phone number. Enter the number with its country code'],
	['', undefined, 'The message is empty. Enter a text, or check that the expression has a value'],
])('tells the AI how to correct its call, in the result of the call: %j to %j', async (message, to, text) => {
	expect(await callTool(message, to)).toContain(text);
});

it('tells the AI of an agent whose tools n8n runs as nodes how to correct its call', async () => {
	const parameters = {
		resource: 'message',
		operation: 'sendText',
		...locator('instanceId', fixture.instanceId),
		...locator('to', 'Ada'),
		message: 'Hello',
	};
	const settings = { rewireOutputLogTo: NodeConnectionTypes.AiTool, onError: 'stopWorkflow' } as const;

	const run = await runExecution(fixture.credential, createExecution(parameters, [{ json: {} }], settings));

	expect(run.error).toMatchObject({
		message: expect.stringContaining('not a phone number. Enter the number with its country code'),
		description: null,
	});
});
