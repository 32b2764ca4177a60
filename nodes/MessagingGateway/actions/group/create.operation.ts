import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { getInstanceId, instanceLocator } from '../../descriptions/locators/instanceLocator';
import { getPeople } from '../../descriptions/phones';
import { getText } from '../../descriptions/text';
import { gatewayData } from '../../transport/request';
import { creationAtNetwork } from '../creation';
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
		description: 'The name of the group, up to 100 characters',
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
				description: 'The description that the group shows',
			},
		],
	},
]);

/** POST /v1/groups. Returns the ID, the name, participantsCount and isAdmin of the new group. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const groupDescription = getText(this, 'options.description', 'Description', itemIndex);
	const group = await gatewayData(this, {
		method: 'POST',
		path: '/v1/groups',
		...creationAtNetwork({ what: 'group', operation: 'Group > Get Many' }),
		body: {
			instanceId: getInstanceId(this, itemIndex),
			name: getText(this, 'name', 'Name', itemIndex),
			participants: getPeople(this, 'participants', itemIndex),
			...(groupDescription !== '' && { description: groupDescription }),
		},
		itemIndex,
	});
	return [{ json: group }];
}
