import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ExecuteContext } from 'n8n-core';
import type { IDataObject, IExecuteContextData, INode, INodeType, INodeTypes } from 'n8n-workflow';
import { createRunExecutionData, NodeConnectionTypes, NodeHelpers, Workflow } from 'n8n-workflow';

import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, getData, locator } from '../../operations/fixture.ts';
import { createAdditionalData } from '../../support/additionalData.ts';
import type { GatewayCredential } from '../../support/credentials.ts';
import { startGateway } from '../../support/gateway.ts';
import {
	ACTION_NODE,
	createNode,
	loadedPackage,
	nodeTypes,
	START_NODE,
} from '../../support/loadedPackage.ts';
import { startProxy } from '../../support/proxy.ts';

/** A tool that n8n makes of a node. */
interface Tool {
	invoke: (toolArguments: IDataObject) => Promise<unknown>;
}

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
	await loadedPackage.loadAll();
});

afterAll(async () => {
	await fixture.gateway.stop();
});

/** The start node as an agent with tools, and the action node as n8n's variant that is a tool. */
const withTools: INodeTypes = {
	...nodeTypes,
	getByName: (name) => changed(nodeTypes.getByName(name) as INodeType, name),
	getByNameAndVersion: (name, version) =>
		changed(NodeHelpers.getVersionedNodeType(nodeTypes.getByName(name), version), name),
};

function changed(type: INodeType, name: string): INodeType {
	const inputs = [{ type: NodeConnectionTypes.AiTool }];
	const ports = name === START_NODE ? { inputs } : { inputs: [], outputs: [NodeConnectionTypes.AiTool] };
	return Object.assign(Object.create(type) as INodeType, { description: { ...type.description, ...ports } });
}

interface ToolOptions {
	to: string;
	count?: number;
	hasExecution?: boolean;
	/** The storage of the nodes for a retry of the execution. */
	contextData?: IExecuteContextData;
}

/**
 * Lets n8n make a tool of the node for each of several items of an agent, with Retry On Fail, in one execution or
 * outside of one.
 */
async function createTools(
	credential: GatewayCredential,
	{ to, count = 1, hasExecution = true, contextData = {} }: ToolOptions,
): Promise<{ tools: Tool[]; release: () => Promise<void> }> {
	const parameters = {
		resource: 'message',
		operation: 'sendText',
		...locator('instanceId', fixture.instanceId),
		...locator('to', to),
		message: "={{ $fromAI('text', 'The text', 'string') }}",
		toolDescription: 'Sends a text',
		descriptionType: 'manual',
	};
	const retries: Partial<INode> = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
	const agent = createNode(START_NODE, {});
	const workflow = new Workflow({
		id: 'workflow',
		active: false,
		nodeTypes: withTools,
		nodes: [agent, createNode(ACTION_NODE, parameters, retries)],
		connections: {
			[ACTION_NODE]: { ai_tool: [[{ node: START_NODE, type: NodeConnectionTypes.AiTool, index: 0 }]] },
		},
	});
	const additionalData = createAdditionalData(credential);
	if (!hasExecution) delete additionalData.executionId;
	const data = createRunExecutionData({
		executionData: {
			contextData,
			metadata: {},
			nodeExecutionStack: [],
			waitingExecution: {},
			waitingExecutionSource: {},
		},
	});
	if (!hasExecution) delete data.executionData;
	const items = Array.from({ length: count }, () => ({ json: {} }));
	const input = { main: [items] };
	const executeData = { node: agent, data: input, source: null };
	const context = new ExecuteContext(
		workflow,
		agent,
		additionalData,
		'webhook',
		data,
		0,
		items,
		input,
		executeData,
		[],
	);
	await workflow.expression.acquireIsolate();
	const tools: Tool[] = [];
	for (const [itemIndex] of items.entries()) {
		const [tool] = (await context.getInputConnectionData(NodeConnectionTypes.AiTool, itemIndex)) as Tool[];
		if (tool) tools.push(tool);
	}
	return { tools, release: () => workflow.expression.releaseIsolate() };
}

/** Returns the IDs of the messages that a tool returned. */
function messageIds(results: unknown[]): string[] {
	return results.map((result) => /msg_\w+/.exec(String(result))?.[0] ?? '');
}

async function getIds(phone: string): Promise<unknown[]> {
	const path = `/v1/messages?instanceId=${fixture.instanceId}&phone=${phone}&limit=100`;
	return (await getData<IDataObject[]>(fixture, path)).map(({ messageId }) => messageId);
}

it.each([
	['in an execution', true, '491515000043'],
	['without an execution', false, '491515000044'],
])('sends one message when a try of a tool call gets no response, %s', async (_where, hasExecution, to) => {
	const proxy = await startProxy(
		fixture.gateway.url,
		() => undefined,
		(number) => number === 1,
	);
	const credential = { ...fixture.credential, baseUrl: proxy.url };
	const { tools, release } = await createTools(credential, { to, hasExecution });

	const results = [await tools[0]?.invoke({ text: 'One' }), await tools[0]?.invoke({ text: 'One' })];

	expect(proxy.requestCount()).toBe(3);
	const ids = messageIds(results);
	expect(new Set(ids).size).toBe(2);
	expect((await getIds(to)).sort()).toEqual(ids.sort());
	await release();
	await proxy.close();
});

it('returns the error of the last try to the AI, which would get an empty text for one that is thrown', async () => {
	const proxy = await startProxy(
		fixture.gateway.url,
		() => undefined,
		() => true,
	);
	const credential = { ...fixture.credential, baseUrl: proxy.url };
	const { tools, release } = await createTools(credential, { to: '491515000047' });

	const result = await tools[0]?.invoke({ text: 'One' });

	expect(JSON.parse(String(result))).toEqual([{ error: expect.stringContaining('closed the connection') }]);
	expect(proxy.requestCount()).toBe(2);
	await release();
	await proxy.close();
});

it('sends each message of calls for several items of an agent', async () => {
	const to = '491515000045';
	const { tools, release } = await createTools(fixture.credential, { to, count: 3 });

	const ids = messageIds(await Promise.all(tools.map((tool) => tool.invoke({ text: 'Done' }))));

	expect(new Set(ids).size).toBe(3);
	expect((await getIds(to)).sort()).toEqual(ids.sort());
	await release();
});

it('sends nothing twice when a person retries the execution, and what is new', async () => {
	const to = '491515000046';
	const contextData = {};
	const execute = async (texts: string[]): Promise<string[]> => {
		const { tools, release } = await createTools(fixture.credential, { to, contextData });
		const results: unknown[] = [];
		for (const text of texts) results.push(await tools[0]?.invoke({ text }));
		await release();
		return messageIds(results);
	};

	const first = await execute(['Hello', 'Hello', 'Bye']);
	const retried = await execute(['Hello', 'Hello', 'Good-bye']);

	expect(retried.slice(0, 2)).toEqual(first.slice(0, 2));
	expect((await getIds(to)).sort()).toEqual([...first, ...retried.slice(2)].sort());
});
