import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { toBoolean } from '../../descriptions/boolean';
import { getTime } from '../../descriptions/time';
import { noFieldsToUpdate } from '../noFieldsToUpdate';
import type { OperationOutput } from '../operation';
import { changeChat, changeChatForm } from './changeChat';

const updateFields: INodeProperties = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	description: 'Fields that are not added keep their values',
	options: [
		{
			displayName: 'Muted Until',
			name: 'mutedUntil',
			type: 'dateTime',
			default: '',
			placeholder: 'e.g. 2026-01-31T18:00:00.000Z',
			description: 'When the phone notifies of messages again. Leave empty to end the muting.',
		},
		{
			displayName: 'Pinned',
			name: 'pinned',
			type: 'boolean',
			default: true,
			description: 'Whether the chat stays at the top of the list of chats',
		},
	],
};

export const description = changeChatForm('update', [updateFields]);

/** Changes the fields that were added. Returns the chat. Throws a NodeOperationError when no field was added. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const { pinned, mutedUntil } = this.getNodeParameter('updateFields', itemIndex) as IDataObject;
	const changes: IDataObject = {
		...(pinned !== undefined && { pinned: toBoolean(pinned) }),
		...(mutedUntil !== undefined && {
			mutedUntil: getTime(this, 'updateFields.mutedUntil', itemIndex) ?? null,
		}),
	};
	if (Object.keys(changes).length > 0) return await changeChat(this, changes, itemIndex);
	throw noFieldsToUpdate(this, itemIndex);
}
