import type { IExecuteFunctions } from 'n8n-workflow';

import type { OperationOutput } from '../operation';
import { changeChat, changeChatForm } from './changeChat';

export const description = changeChatForm('markUnread');

/** Marks the chat as unread. Returns the chat. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	return await changeChat(this, { unread: true }, itemIndex);
}
