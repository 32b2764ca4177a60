import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/** The instance an operation works with: chosen from the gateway's list, or given by its ID. */
export const instanceLocator: INodeProperties = {
	displayName: 'Instance',
	name: 'instanceId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The connected account to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select an instance...',
			typeOptions: { searchListMethod: 'searchInstances', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. inst_01jd2c7v9qk3m5x8w4t6r1y0za',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: '^inst_[0-9a-z]{26}$',
						errorMessage: 'An instance ID is inst_ and 26 small letters or digits',
					},
				},
			],
		},
	],
};

/** Gives the ID of the chosen instance for one item; throws a NodeOperationError when none is chosen. */
export function instanceIdOf(context: IExecuteFunctions, itemIndex: number): string {
	const instanceId = context.getNodeParameter('instanceId', itemIndex, '', { extractValue: true });
	if (typeof instanceId === 'string' && instanceId !== '') return instanceId;
	throw new NodeOperationError(context.getNode(), 'No instance is chosen', {
		description: 'Choose one from the list, or enter its ID.',
		itemIndex,
	});
}
