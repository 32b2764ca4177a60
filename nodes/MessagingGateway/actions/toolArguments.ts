import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

/**
 * Returns the arguments of a call of the node as a tool; undefined: the node runs as a node of the workflow. n8n makes an
 * object for each call and passes the same one to every try of Retry On Fail, so that the object identifies the call.
 */
export function toolArguments(context: IExecuteFunctions): IDataObject | undefined {
	const [item] = context.getInputData(0, NodeConnectionTypes.AiTool);
	return item?.json;
}
