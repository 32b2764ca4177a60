import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isExpression } from '../../expression';

/**
 * Returns the ID of the instance that the form has selected. Throws a NodeOperationError when none is selected, or
 * when the field holds an expression, which has no value in the editor.
 */
export function selectedInstance(context: ILoadOptionsFunctions): string {
	const value = context.getCurrentNodeParameter('instanceId', { extractValue: true });
	const instanceId = typeof value === 'string' ? value.trim() : '';
	if (instanceId !== '' && !isExpression(instanceId)) return instanceId;
	throw new NodeOperationError(context.getNode(), 'Select an instance first', {
		description:
			'The list belongs to the selected instance. If the instance is an expression, enter an ID here.',
	});
}
