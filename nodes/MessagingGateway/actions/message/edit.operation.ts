import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { messageLocator } from '../../descriptions/locators/messageLocator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { listInstanceLocator } from './listInstanceLocator';
import { messagePath } from './messagePath';
import { getMessageText, messageText } from './sending/messageText';

export const description = updateDisplayOptions({ show: { resource: ['message'], operation: ['edit'] } }, [
	listInstanceLocator,
	{ ...messageLocator, hint: 'A text that the instance sent some minutes ago at most' },
	{
		...messageText,
		displayName: 'New Text',
		placeholder: 'e.g. Your order arrives on Friday',
		description: 'The text to show in place of the present one, up to 4,096 characters',
	},
]);

/** PATCH /v1/messages/{messageId} (an addition). Returns the new text and the time of the edit. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = messagePath(this, itemIndex);
	const body = { message: getMessageText(this, itemIndex) };
	return [{ json: await gatewayData(this, { method: 'PATCH', path, body, itemIndex }) }];
}

export { messageOrderingKey as orderingKey } from './messagePath';
