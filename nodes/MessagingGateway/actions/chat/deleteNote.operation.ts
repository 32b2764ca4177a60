import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { chatLocator } from '../../descriptions/locators/chatLocator';
import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { getNoteId, noteLocator } from '../../descriptions/locators/noteLocator';
import { gatewayRequest } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { noteDeletion } from './chatRequest';

export const description = updateDisplayOptions({ show: { resource: ['chat'], operation: ['deleteNote'] } }, [
	instanceLocator,
	chatLocator,
	noteLocator,
]);

/** DELETE /v1/chats/{chatId}/notes/{noteId} (an addition). Returns the noteId and `deleted: true`. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const noteId = getNoteId(this, itemIndex);
	await gatewayRequest(this, noteDeletion(this, noteId, itemIndex));
	return [{ json: { noteId, deleted: true } }];
}
