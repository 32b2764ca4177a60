import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';
import * as cancel from './cancel.operation';
import * as deleteMessage from './delete.operation';
import * as edit from './edit.operation';
import * as forward from './forward.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as getMedia from './getMedia.operation';
import * as getStatus from './getStatus.operation';
import * as react from './react.operation';
import * as search from './search.operation';
import * as sendAndWait from './sendAndWait.operation';
import * as sendContact from './sendContact.operation';
import * as sendInteractive from './sendInteractive.operation';
import * as sendLocation from './sendLocation.operation';
import * as sendMedia from './sendMedia.operation';
import * as sendPoll from './sendPoll.operation';
import * as sendTemplate from './sendTemplate.operation';
import * as sendText from './sendText.operation';

/** The operations of a message by the value of the Operation field. */
export const operations: Record<string, Operation> = {
	cancel,
	delete: deleteMessage,
	edit,
	forward,
	get,
	getAll,
	getMedia,
	getStatus,
	react,
	search,
	sendAndWait,
	sendContact,
	sendInteractive,
	sendLocation,
	sendMedia,
	sendPoll,
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
				name: 'Cancel',
				value: 'cancel',
				description: 'Cancel a message that is scheduled or queued, and not sent yet',
				action: 'Cancel message',
			},
			{
				name: 'Delete',
				value: 'delete',
				description: 'Delete a sent message for everyone in the chat',
				action: 'Delete message',
			},
			{
				name: 'Edit',
				value: 'edit',
				description: 'Change the text of a message that was sent some minutes ago',
				action: 'Edit message',
			},
			{
				name: 'Forward',
				value: 'forward',
				description: 'Send the content of a message to another chat, marked as forwarded',
				action: 'Forward message',
			},
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
				name: 'React',
				value: 'react',
				description: 'React to a message with an emoji, or remove the reaction',
				action: 'React to message',
			},
			{
				name: 'Search',
				value: 'search',
				description: 'Find messages by the words in them, newest first',
				action: 'Search messages',
			},
			{
				name: 'Send and Wait for Response',
				value: 'sendAndWait',
				description: 'Send a question and wait until the contact answers in the chat',
				action: 'Send message and wait for response',
			},
			{
				name: 'Send Buttons or List',
				value: 'sendInteractive',
				description: 'Send a message with buttons, a list or a link to tap, by the official business API',
				action: 'Send buttons or list',
			},
			{
				name: 'Send Contact',
				value: 'sendContact',
				description: 'Send contacts that the recipient can save',
				action: 'Send contact',
			},
			{
				name: 'Send Location',
				value: 'sendLocation',
				description: 'Send a place on the map to a phone number or a group',
				action: 'Send location',
			},
			{
				name: 'Send Media',
				value: 'sendMedia',
				description: 'Send images, videos, audio or documents to a phone number or a group',
				action: 'Send media message',
			},
			{
				name: 'Send Poll',
				value: 'sendPoll',
				description: 'Send a question with answers to vote for',
				action: 'Send poll',
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
