import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import { getInstanceId, instanceLocator } from '../../descriptions/locators/instanceLocator';
import { selectOutput, outputFields } from '../../descriptions/output';
import { getText } from '../../descriptions/text';
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

/** The message of the gateway says whether the invite is wrong, or an admin has to let the instance in. */
const errorTexts = {
	group_not_found: { message: 'The instance could not join the group', nextStep: null },
};

/** POST /v1/groups/join (an addition). Returns the group. Throws a NodeOperationError when there is no invite. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const invite = getText(this, 'invite', 'Invite', itemIndex).trim();
	if (invite === '') {
		throw new NodeOperationError(this.getNode(), 'No invite entered', {
			description: 'Enter the invite link of the group, or check that the expression has one for this item.',
			itemIndex,
		});
	}
	const group = await gatewayData(this, {
		method: 'POST',
		path: '/v1/groups/join',
		body: { instanceId: getInstanceId(this, itemIndex), invite },
		itemIndex,
		errorTexts,
	});
	return [selectOutput(this, itemIndex, group, groupFields)];
}
