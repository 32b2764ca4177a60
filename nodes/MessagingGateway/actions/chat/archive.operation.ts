import type { IExecuteFunctions } from 'n8n-workflow';

import type { OperationOutput } from '../operation';
import { changeChat, changeChatForm } from './changeChat';

export const description = changeChatForm('archive');

/** Moves the chat to the archive. Returns the chat. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	return await changeChat(this, { archived: true }, itemIndex);
}
