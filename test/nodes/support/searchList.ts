import './n8nEnvironment.ts';

import { LoadOptionsContext } from 'n8n-core';
import type { ILoadOptionsFunctions, INodeListSearchResult, INodeParameters } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { createAdditionalData } from './additionalData.ts';
import type { GatewayCredential } from './credentials.ts';
import { createNode, nodeTypes } from './loadedPackage.ts';

/** A request of the editor for the list of a field. */
export interface ListRequest {
	nodeName: string;
	/** The search method of the list. */
	list: string;
	/** The values of the form. */
	parameters?: INodeParameters;
	filter?: string | undefined;
	paginationToken?: string | undefined;
}

/** Runs a search method as the editor does when a user opens, filters or scrolls a list. */
export async function searchList(
	credential: GatewayCredential,
	{ nodeName, list, parameters = {}, filter, paginationToken }: ListRequest,
): Promise<INodeListSearchResult> {
	const node = createNode(nodeName, parameters);
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const additionalData = { ...createAdditionalData(credential), currentNodeParameters: parameters };
	const context = new LoadOptionsContext(workflow, node, additionalData, '') as ILoadOptionsFunctions;
	const method = nodeTypes.getByNameAndVersion(nodeName, 1).methods?.listSearch?.[list];
	if (!method) throw new Error(`${nodeName} has no list ${list}`);
	await workflow.expression.acquireIsolate();
	try {
		return await method.call(context, filter, paginationToken);
	} finally {
		await workflow.expression.releaseIsolate();
	}
}
