import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceIdOf, instanceLocator } from '../../descriptions/instanceLocator';
import { phonesOf } from '../../descriptions/phoneField';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { participantsField } from './participants';

export const description = updateDisplayOptions({ show: { resource: ['group'], operation: ['create'] } }, [
	instanceLocator,
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Project team',
		description: 'What the group is called, up to 100 characters',
	},
	participantsField,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Description',
				name: 'description',
				type: 'string',
				typeOptions: { rows: 2 },
				default: '',
				placeholder: 'e.g. Who works when',
				description: 'What the group is about',
			},
		],
	},
]);

/** POST /v1/groups. Gives the new group: its ID, its name, the count of participants, and isAdmin. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const about = this.getNodeParameter('options.description', itemIndex, '') as string;
	const group = await gatewayData(this, {
		method: 'POST',
		path: '/v1/groups',
		body: {
			instanceId: instanceIdOf(this, itemIndex),
			name: this.getNodeParameter('name', itemIndex) as string,
			participants: phonesOf(this, 'participants', itemIndex),
			...(about !== '' && { description: about }),
		},
		itemIndex,
	});
	return [{ json: group }];
}
