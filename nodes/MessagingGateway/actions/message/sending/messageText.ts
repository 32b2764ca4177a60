import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

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

/** Returns the text of the message. Converts a number, e.g. of an expression, because the gateway accepts only text. */
export function getMessageText(context: IExecuteFunctions, itemIndex: number): string {
	const message = context.getNodeParameter('message', itemIndex) as string | number;
	return typeof message === 'number' ? String(message) : message;
}
