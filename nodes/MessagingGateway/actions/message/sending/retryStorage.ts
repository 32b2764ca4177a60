import { randomUUID } from 'node:crypto';

import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';

import { toolArguments } from '../../toolArguments';

/** The storage of calls that have no execution. */
const withoutExecution = new WeakMap<object, IContextObject>();

/**
 * Returns what the node keeps for a retry: the context of the node, which n8n stores with the execution. A call of the node
 * as a tool may have no execution, e.g. by n8n's MCP Server Trigger; its storage is for the tries of the call only.
 */
export function retryStorage(context: IExecuteFunctions): IContextObject {
	const call = toolArguments(context) ?? context;
	const known = withoutExecution.get(call);
	if (known) return known;
	try {
		return context.getContext('node');
	} catch {
		const storage: IContextObject = { firstExecutionId: randomUUID() };
		withoutExecution.set(call, storage);
		return storage;
	}
}
