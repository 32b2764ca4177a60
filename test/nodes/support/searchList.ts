import './n8nEnvironment.ts';

import { LoadOptionsContext } from 'n8n-core';
import type { ILoadOptionsFunctions, INodeListSearchResult, INodeParameters } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { additionalDataOf } from './additionalData.ts';
import type { GatewayCredential } from './credentials.ts';
import { nodeOf, nodeTypes } from './loadedPackage.ts';

/** What the editor knows when somebody opens the list of a field. */
export interface OpenedList {
	nodeName: string;
	/** The method that fills the list. */
	list: string;
	/** What the form holds. */
	parameters?: INodeParameters;
	filter?: string | undefined;
	paginationToken?: string | undefined;
}

/** Asks for a list as the editor does while somebody types into the field, or scrolls it. */
export async function searchList(
	credential: GatewayCredential,
	{ nodeName, list, parameters = {}, filter, paginationToken }: OpenedList,
): Promise<INodeListSearchResult> {
	const node = nodeOf(nodeName, parameters);
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const additionalData = { ...additionalDataOf(credential), currentNodeParameters: parameters };
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
