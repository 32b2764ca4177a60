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

/** A number that an expression gives is sent as its digits; the gateway takes text only. */
export function textOf(context: IExecuteFunctions, itemIndex: number): string {
	const message = context.getNodeParameter('message', itemIndex) as string | number;
	return typeof message === 'number' ? String(message) : message;
}
