import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { getGroupId, groupLocator } from '../../descriptions/locators/groupLocator';
import { getInstanceId, instanceLocator } from '../../descriptions/locators/instanceLocator';
import { selectOutput, outputFields } from '../../descriptions/output';
import { pictureFields, downloadPicture } from '../../descriptions/downloadPicture';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { groupFields } from './fields';

interface Group extends IDataObject {
	pictureUrl: string | null;
}

export const description = updateDisplayOptions({ show: { resource: ['group'], operation: ['get'] } }, [
	instanceLocator,
	groupLocator,
	...pictureFields('picture of the group'),
	...outputFields(groupFields),
]);

/** GET /v1/groups/{groupId}. Returns the group with its participants; with Download Picture, also its picture. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const groupId = getGroupId(this, itemIndex);
	const group = await gatewayData<Group>(this, {
		method: 'GET',
		path: `/v1/groups/${encodeURIComponent(groupId)}`,
		query: { instanceId: getInstanceId(this, itemIndex) },
		itemIndex,
	});
	const binary = await downloadPicture(this, group.pictureUrl, `group-${groupId}`, itemIndex);
	return [{ ...selectOutput(this, itemIndex, group, groupFields), ...(binary && { binary }) }];
}

export { itemOrderingKey as orderingKey } from '../runOrdered';
