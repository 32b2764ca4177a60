import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { getInstanceId, instanceLocator } from '../../descriptions/locators/instanceLocator';
import type { Fields } from '../../descriptions/output';
import { selectOutput, outputFields } from '../../descriptions/output';
import { getLimit, returnAll } from '../../descriptions/limit';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';

/** The fields of a group in the list (specification: Group, list item). */
const groupListFields: Fields = {
	all: ['createdAt', 'description', 'id', 'isAdmin', 'name', 'participantsCount', 'pictureUrl'],
	simplified: ['id', 'name', 'description', 'participantsCount', 'isAdmin'],
};

export const description = updateDisplayOptions({ show: { resource: ['group'], operation: ['getAll'] } }, [
	instanceLocator,
	...returnAll,
	...outputFields(groupListFields),
]);

/** GET /v1/groups, which returns all groups at once. Returns one item per group, newest first. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const groups = await gatewayData<IDataObject[]>(this, {
		method: 'GET',
		path: '/v1/groups',
		query: { instanceId: getInstanceId(this, itemIndex) },
		itemIndex,
	});
	return groups
		.slice(0, getLimit(this, itemIndex))
		.map((group) => selectOutput(this, itemIndex, group, groupListFields));
}
