import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { chatLocator } from '../../descriptions/locators/chatLocator';
import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { getLimit, returnAll } from '../../descriptions/limit';
import { readCursorPages } from '../../transport/pagination';
import type { OperationOutput } from '../operation';
import { readRequest } from './chatRequest';

export const description = updateDisplayOptions({ show: { resource: ['chat'], operation: ['getNotes'] } }, [
	instanceLocator,
	chatLocator,
	...returnAll,
]);

/** GET /v1/chats/{chatId}/notes (an addition), page by page. Returns one item per note, newest first. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const request = readRequest(this, { below: '/notes' }, itemIndex);
	const notes = await readCursorPages(this, request, getLimit(this, itemIndex));
	return notes.map((json) => ({ json }));
}
