import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { chatLocator } from '../../descriptions/locators/chatLocator';
import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { outputFields, selectOutput } from '../../descriptions/output';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { changeRequest } from './chatRequest';
import { changedChatFields } from './fields';

/** Returns the form of an operation that changes a chat; `fields` hold the changes. */
export function changeChatForm(operation: string, fields: INodeProperties[] = []): INodeProperties[] {
	return updateDisplayOptions({ show: { resource: ['chat'], operation: [operation] } }, [
		instanceLocator,
		chatLocator,
		...fields,
		...outputFields(changedChatFields),
	]);
}

/** PATCH /v1/chats/{chatId} (an addition), which changes the chat on all devices of the account. Returns the chat. */
export async function changeChat(
	context: IExecuteFunctions,
	changes: IDataObject,
	itemIndex: number,
): Promise<OperationOutput[]> {
	const chat = await gatewayData(context, changeRequest(context, changes, itemIndex));
	return [selectOutput(context, itemIndex, chat, changedChatFields)];
}
