import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/** Returns the error of an update operation whose form has no field to change. */
export function noFieldsToUpdate(context: IExecuteFunctions, itemIndex: number): NodeOperationError {
	return new NodeOperationError(context.getNode(), 'No fields to update', {
		description: 'Add the fields to change under Update Fields.',
		itemIndex,
	});
}
