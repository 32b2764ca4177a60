import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { groupIdOf, groupLocator } from '../../descriptions/groupLocator';
import { instanceIdOf, instanceLocator } from '../../descriptions/instanceLocator';
import type { Fields } from '../../descriptions/output';
import { chosenOutput, outputChoice } from '../../descriptions/output';
import { pictureFields, pictureFile } from '../../descriptions/picture';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';

/** The fields of a group (specification: Group, detail). */
const groupFields: Fields = {
	all: [
		'admins',
		'createdAt',
		'description',
		'id',
		'name',
		'owner',
		'participants',
		'pictureUrl',
		'settings',
	],
	simplified: ['id', 'name', 'description', 'owner', 'admins', 'participants', 'settings'],
};

interface Group extends IDataObject {
	pictureUrl: string | null;
}

export const description = updateDisplayOptions({ show: { resource: ['group'], operation: ['get'] } }, [
	instanceLocator,
	groupLocator,
	...pictureFields('picture of the group'),
	...outputChoice(groupFields),
]);

/** GET /v1/groups/{groupId}. Gives the group with its participants, and its picture when it is asked for. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const groupId = groupIdOf(this, itemIndex);
	const group = await gatewayData<Group>(this, {
		method: 'GET',
		path: `/v1/groups/${encodeURIComponent(groupId)}`,
		query: { instanceId: instanceIdOf(this, itemIndex) },
		itemIndex,
	});
	const binary = await pictureFile(this, group.pictureUrl, `group-${groupId}`, itemIndex);
	return [{ ...chosenOutput(this, itemIndex, group, groupFields), ...(binary && { binary }) }];
}

export { ownLane as lane } from '../lanes';
