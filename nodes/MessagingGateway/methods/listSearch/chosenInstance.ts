import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/**
 * Gives the instance that is chosen in the form whose list is asked for. Throws a NodeOperationError while none
 * is chosen, or one by an expression, which has no value in the editor.
 */
export function chosenInstance(context: ILoadOptionsFunctions): string {
	const value = context.getCurrentNodeParameter('instanceId', { extractValue: true });
	const instanceId = typeof value === 'string' ? value.trim() : '';
	if (instanceId !== '' && !instanceId.startsWith('=')) return instanceId;
	throw new NodeOperationError(context.getNode(), 'Choose an instance first', {
		description:
			'The list shows what belongs to the chosen instance. With an expression there, enter the ID here.',
	});
}
