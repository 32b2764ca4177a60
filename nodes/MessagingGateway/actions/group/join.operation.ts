import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { getInstanceId, instanceLocator } from '../../descriptions/instanceLocator';
import { selectOutput, outputFields } from '../../descriptions/output';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { groupFields } from './fields';

export const description = updateDisplayOptions({ show: { resource: ['group'], operation: ['join'] } }, [
	instanceLocator,
	{
		displayName: 'Invite',
		name: 'invite',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://chat.whatsapp.com/AbCdEfGh…',
		description: 'The invite link of the group, or the code at its end',
		hint: 'An admin of the group finds the link in the info of the group',
	},
	...outputFields(groupFields),
]);

/** POST /v1/groups/join (an addition). Returns the group. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const group = await gatewayData(this, {
		method: 'POST',
		path: '/v1/groups/join',
		body: {
			instanceId: getInstanceId(this, itemIndex),
			invite: String(this.getNodeParameter('invite', itemIndex)).trim(),
		},
		itemIndex,
	});
	return [selectOutput(this, itemIndex, group, groupFields)];
}
