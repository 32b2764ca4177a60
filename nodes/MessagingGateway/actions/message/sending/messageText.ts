import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

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

/** Returns the text of the message; empty for an expression without a value, which the gateway refuses. */
export function getMessageText(context: IExecuteFunctions, itemIndex: number): string {
	return getText(context, 'message', 'Message', itemIndex);
}
