import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceIdOf, instanceLocator } from '../../descriptions/instanceLocator';
import type { Fields } from '../../descriptions/output';
import { chosenOutput, outputChoice } from '../../descriptions/output';
import { limitOf, returnAll } from '../../descriptions/returnAll';
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
	...outputChoice(groupListFields),
]);

/** GET /v1/groups, which has no pages. Gives one item a group, the newest first. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const groups = await gatewayData<IDataObject[]>(this, {
		method: 'GET',
		path: '/v1/groups',
		query: { instanceId: instanceIdOf(this, itemIndex) },
		itemIndex,
	});
	return groups
		.slice(0, limitOf(this, itemIndex))
		.map((group) => chosenOutput(this, itemIndex, group, groupListFields));
}
