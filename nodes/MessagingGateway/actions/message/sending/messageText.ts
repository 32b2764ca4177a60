import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { getText } from '../../../descriptions/text';

export const messageText: INodeProperties = {
	displayName: 'Message',
	name: 'message',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	required: true,
	placeholder: 'e.g. Your order is on its way',
	description: 'The text to send, up to 4,096 characters',
};

/** Returns the text of the message. Throws a NodeOperationError when it is empty, as for an expression without a value. */
export function getMessageText(context: IExecuteFunctions, itemIndex: number): string {
	const text = getText(context, 'message', 'Message', itemIndex);
	if (text !== '') return text;
	throw new NodeOperationError(context.getNode(), 'The message is empty', {
		description: 'Enter a text, or check that the expression has a value for this item.',
		itemIndex,
	});
}
