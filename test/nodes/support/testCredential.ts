import './n8nEnvironment.ts';

import { CredentialTestContext, ExecuteContext, RoutingNode } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	INodeType,
	INodeTypes,
} from 'n8n-workflow';
import { createEmptyRunExecutionData, Workflow } from 'n8n-workflow';

import { createAdditionalData } from './additionalData.ts';
import type { GatewayCredential } from './credentials.ts';
import { createNode, loadedPackage } from './loadedPackage.ts';

const TEST_NODE = 'noOp';

/** The result that n8n shows beside the form of a credential. */
export interface TestResult {
	status: 'OK' | 'Error';
	message: string;
}

/** The error of a failed request of n8n. */
interface RequestError extends Error {
	cause?: { code?: string; response?: { status: number; statusText: string } };
}

/** Tests a credential as n8n's CredentialsTester does, by the method `testedBy` of a node. */
export async function testByNode(nodeName: string, credential: GatewayCredential): Promise<TestResult> {
	const { description, methods } = loadedPackage.getNode(nodeName).type as INodeType;
	const { name: type = '', testedBy } = description.credentials?.[0] ?? {};
	const method = typeof testedBy === 'string' ? methods?.credentialTest?.[testedBy] : undefined;
	if (!method) throw new Error(`${nodeName} does not test its credential`);
	const context = new CredentialTestContext(createAdditionalData(credential));
	return await method.call(context, { id: '1', name: 'Gateway', type, data: credential });
}

/**
 * Tests a credential as n8n's CredentialsTester does, by the request `test` of its type: the request is the routing of a
 * node, and the result is the message of an error, a bare code, or a rule for the response. `change` is applied to the
 * request.
 */
export async function testByRequest(
	credential: ICredentialDataDecryptedObject,
	typeName: string,
	change: (request: ICredentialTestRequest['request']) => ICredentialTestRequest['request'],
): Promise<TestResult> {
	const { test } = loadedPackage.getCredential(typeName).type;
	if (!test) throw new Error('The credential has no test');
	const nodeType = nodeTypeOf(typeName, change(test.request));
	const nodeTypes: INodeTypes = {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	};
	const node = createNode(
		TEST_NODE,
		{},
		{ typeVersion: 1, credentials: { [typeName]: { id: '1', name: '' } } },
	);
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const input = { main: [[{ json: {} }]] };
	const context = new ExecuteContext(
		workflow,
		node,
		createAdditionalData({ baseUrl: '', apiKey: '' }),
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
		const decrypted = { id: '1', name: 'Gateway', type: typeName, data: credential };
		await new RoutingNode(context, nodeType, decrypted).runNode();
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		const { cause, message } = error as RequestError;
		for (const { type, properties } of test.rules ?? []) {
			if (type === 'responseCode' && cause?.response?.status === properties.value) {
				return { status: 'Error', message: properties.message };
			}
		}
		return { status: 'Error', message: cause?.response?.statusText ?? cause?.code ?? message };
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

/** Returns the type of the node that sends the request. */
function nodeTypeOf(typeName: string, request: ICredentialTestRequest['request']): INodeType {
	return {
		description: {
			name: TEST_NODE,
			displayName: 'No Operation',
			description: 'Sends the test request',
			version: 1,
			defaults: {},
			group: [],
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: typeName, required: true }],
			properties: [{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request } }],
		},
	};
}
