import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';
import * as getAll from './getAll.operation';
import * as markRead from './markRead.operation';
import * as sendTyping from './sendTyping.operation';

/** The operations of a chat by the value of the Operation field. */
export const operations: Record<string, Operation> = {
	getAll,
	markRead,
	sendTyping,
};

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['chat'] } },
		options: [
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get many chats with their latest messages',
				action: 'Get many chats',
			},
			{
				name: 'Mark Read',
				value: 'markRead',
				description: 'Mark all messages of a chat as read',
				action: 'Mark chat as read',
			},
			{
				name: 'Send Typing Indicator',
				value: 'sendTyping',
				description: 'Show a typing indicator in a chat',
				action: 'Send typing indicator to chat',
			},
		],
		default: 'getAll',
	},
	...Object.values(operations).flatMap((operation) => operation.description),
];
