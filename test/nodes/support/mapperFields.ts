import './n8nEnvironment.ts';

import { LoadOptionsContext } from 'n8n-core';
import type { ILoadOptionsFunctions, INodeParameters, ResourceMapperFields } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { createAdditionalData } from './additionalData.ts';
import type { GatewayCredential } from './credentials.ts';
import { ACTION_NODE, createNode, nodeTypes } from './loadedPackage.ts';

/** Loads the columns of a resource mapper of the action node, as the editor does for a form with these values. */
export async function mapperFields(
	credential: GatewayCredential,
	method: string,
	parameters: INodeParameters,
): Promise<ResourceMapperFields> {
	const node = createNode(ACTION_NODE, parameters);
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const additionalData = { ...createAdditionalData(credential), currentNodeParameters: parameters };
	const context = new LoadOptionsContext(workflow, node, additionalData, '') as ILoadOptionsFunctions;
	const load = nodeTypes.getByNameAndVersion(ACTION_NODE, 2).methods?.resourceMapping?.[method];
	if (!load) throw new Error(`The node has no columns ${method}`);
	await workflow.expression.acquireIsolate();
	try {
		return await load.call(context);
	} finally {
		await workflow.expression.releaseIsolate();
	}
}
