import type { IExecuteFunctions } from 'n8n-workflow';

import type { OperationOutput } from '../operation';
import { changeChat, changeChatForm } from './changeChat';

export const description = changeChatForm('unarchive');

/** Moves the chat out of the archive. Returns the chat. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	return await changeChat(this, { archived: false }, itemIndex);
}
