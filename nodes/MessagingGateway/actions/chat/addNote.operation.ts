import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { chatLocator } from '../../descriptions/locators/chatLocator';
import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { getText } from '../../descriptions/text';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { noteRequest } from './chatRequest';

export const description = updateDisplayOptions({ show: { resource: ['chat'], operation: ['addNote'] } }, [
	instanceLocator,
	chatLocator,
	{
		displayName: 'Note',
		name: 'text',
		type: 'string',
		required: true,
		default: '',
		typeOptions: { rows: 4 },
		placeholder: 'e.g. Wants the invoice sent to her new address',
		description:
			'A note for the people who work in the chat. The page of the gateway shows it. The people in the chat never receive it.',
	},
]);

/** POST /v1/chats/{chatId}/notes (an addition). Returns the note: noteId, chatId, text, author and createdAt. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const text = getText(this, 'text', 'Note', itemIndex);
	return [{ json: await gatewayData(this, noteRequest(this, text, itemIndex)) }];
}
