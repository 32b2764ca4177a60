import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import { toBoolean } from '../../descriptions/boolean';
import { groupLocator } from '../../descriptions/locators/groupLocator';
import { getInstanceId, instanceLocator } from '../../descriptions/locators/instanceLocator';
import { selectOutput, outputFields } from '../../descriptions/output';
import { removableText, textOrThrow } from '../../descriptions/text';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { groupFields } from './fields';
import { groupPath } from './groupPath';
import { pictureChange, pictureSource } from './picture';

const updateFields: INodeProperties = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	description: 'Fields that are not added keep their values',
	options: [
		{
			displayName: 'Description',
			name: 'description',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			placeholder: 'e.g. Who works when',
			description: 'The description that the group shows. Leave empty to remove it.',
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Project team',
			description: 'The name of the group, up to 100 characters',
		},
		{
			displayName: 'Only Admins Can Edit',
			name: 'restrict',
			type: 'boolean',
			default: true,
			description: 'Whether only admins can change the name, the description and the picture',
		},
		{
			displayName: 'Only Admins Can Write',
			name: 'announce',
			type: 'boolean',
			default: true,
			description: 'Whether only admins can send messages to the group',
		},
	],
};

const DESCRIPTION = { path: 'updateFields.description', label: 'Description', removes: 'the description' };

export const description = updateDisplayOptions({ show: { resource: ['group'], operation: ['update'] } }, [
	instanceLocator,
	groupLocator,
	updateFields,
	...pictureSource,
	...outputFields(groupFields),
]);

/**
 * PATCH /v1/groups/{groupId} (an addition) with the fields that were added, and the picture; an empty description removes
 * the description. Returns the group. Throws a NodeOperationError when nothing is to be changed.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const fields = this.getNodeParameter('updateFields', itemIndex) as IDataObject;
	const { name, description: groupDescription, announce, restrict } = fields;
	const changes: IDataObject = {
		...fields,
		...(announce !== undefined && { announce: toBoolean(announce) }),
		...(restrict !== undefined && { restrict: toBoolean(restrict) }),
		...(name !== undefined && { name: textOrThrow(this, name, 'Name', itemIndex) }),
		...(groupDescription !== undefined && {
			description: removableText(this, groupDescription, DESCRIPTION, itemIndex),
		}),
		...(await pictureChange(this, itemIndex)),
	};
	if (Object.keys(changes).length === 0) {
		throw new NodeOperationError(this.getNode(), 'Nothing to update', {
			description: 'Add the fields to change under Update Fields, or choose a Picture.',
			itemIndex,
		});
	}
	const group = await gatewayData(this, {
		method: 'PATCH',
		path: groupPath(this, itemIndex),
		body: { instanceId: getInstanceId(this, itemIndex), ...changes },
		itemIndex,
	});
	return [selectOutput(this, itemIndex, group, groupFields)];
}
