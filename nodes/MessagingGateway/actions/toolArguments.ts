import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

/**
 * Returns the arguments of a call of the node as a tool; undefined: n8n's engine runs the node, possibly for an agent. n8n
 * makes an object for each call and passes the same one to every try of Retry On Fail, so that the object identifies the
 * call.
 */
export function toolArguments(context: IExecuteFunctions): IDataObject | undefined {
	const [item] = context.getInputData(0, NodeConnectionTypes.AiTool);
	return item?.json;
}

/** Returns whether an AI uses the node as its tool: it calls the node, or lets n8n's engine run it, as later agents do. */
export function isTool(context: IExecuteFunctions): boolean {
	const { rewireOutputLogTo } = context.getNode();
	return rewireOutputLogTo === NodeConnectionTypes.AiTool || toolArguments(context) !== undefined;
}
