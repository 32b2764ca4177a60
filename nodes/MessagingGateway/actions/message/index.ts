import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as getMedia from './getMedia.operation';
import * as getStatus from './getStatus.operation';
import * as sendAndWait from './sendAndWait.operation';
import * as sendMedia from './sendMedia.operation';
import * as sendTemplate from './sendTemplate.operation';
import * as sendText from './sendText.operation';

/** The operations of a message by the value of the Operation field. */
export const operations: Record<string, Operation> = {
	get,
	getAll,
	getMedia,
	getStatus,
	sendAndWait,
	sendMedia,
	sendTemplate,
	sendText,
};

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['message'] } },
		options: [
			{
				name: 'Get',
				value: 'get',
				description: 'Get one message, sent or received, with its delivery status',
				action: 'Get message',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get many messages of the history, newest first',
				action: 'Get many messages',
			},
			{
				name: 'Get Media',
				value: 'getMedia',
				description: 'Get the file of a media message, sent or received',
				action: 'Get media of message',
			},
			{
				name: 'Get Status',
				value: 'getStatus',
				description: 'Get whether a sent message was delivered and read',
				action: 'Get status of message',
			},
			{
				name: 'Send and Wait for Response',
				value: 'sendAndWait',
				description: 'Send a question and wait until the contact answers in the chat',
				action: 'Send message and wait for response',
			},
			{
				name: 'Send Media',
				value: 'sendMedia',
				description: 'Send images, videos, audio or documents to a phone number or a group',
				action: 'Send media message',
			},
			{
				name: 'Send Template',
				value: 'sendTemplate',
				description: 'Send a template that the network operator has approved, e.g. to start a conversation',
				action: 'Send template message',
			},
			{
				name: 'Send Text',
				value: 'sendText',
				description: 'Send a text message to a phone number or a group',
				action: 'Send text message',
			},
		],
		default: 'sendText',
	},
	...Object.values(operations).flatMap((operation) => operation.description),
];
