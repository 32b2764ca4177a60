import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';

/** The storage of calls that have no execution. */
const withoutExecution = new WeakMap<IExecuteFunctions, IContextObject>();

/**
 * Returns what the node keeps for a retry: the context of the node, which n8n stores with the execution. A call of the node
 * as a tool may have no execution, e.g. by n8n's MCP Server Trigger; nobody can retry it, and its storage ends with it.
 */
export function retryStorage(context: IExecuteFunctions): IContextObject {
	const known = withoutExecution.get(context);
	if (known) return known;
	try {
		return context.getContext('node');
	} catch {
		const storage: IContextObject = {};
		withoutExecution.set(context, storage);
		return storage;
	}
}
