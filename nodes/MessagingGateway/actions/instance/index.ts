import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';
import * as connect from './connect.operation';
import * as create from './create.operation';
import * as deleteInstance from './delete.operation';
import * as disconnect from './disconnect.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as getHealth from './getHealth.operation';
import * as getQrCode from './getQrCode.operation';
import * as getStatus from './getStatus.operation';
import * as update from './update.operation';
import * as updateProfile from './updateProfile.operation';

/** The operations of an instance by the value of the Operation field. */
export const operations: Record<string, Operation> = {
	connect,
	create,
	delete: deleteInstance,
	disconnect,
	get,
	getAll,
	getHealth,
	getQrCode,
	getStatus,
	update,
	updateProfile,
};

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['instance'] } },
		options: [
			{
				name: 'Connect',
				value: 'connect',
				description:
					'Connect an instance with an account: by QR code, by pairing code or through the official business API',
				action: 'Connect instance',
			},
			{
				name: 'Create',
				value: 'create',
				description: 'Create an instance that can be connected',
				action: 'Create instance',
			},
			{
				name: 'Delete',
				value: 'delete',
				description: 'Disconnect an instance and delete it with its messages, chats and webhooks',
				action: 'Delete instance',
			},
			{
				name: 'Disconnect',
				value: 'disconnect',
				description: 'Close the connection of an instance; connecting it again takes a new scan',
				action: 'Disconnect instance',
			},
			{
				name: 'Get',
				value: 'get',
				description: 'Get the data of one instance',
				action: 'Get instance',
			},
			{
				name: 'Get Health',
				value: 'getHealth',
				description: 'Get how long an instance was connected over a period, and its messages',
				action: 'Get health of instance',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get many instances, newest first',
				action: 'Get many instances',
			},
			{
				name: 'Get QR Code',
				value: 'getQrCode',
				description: 'Get the QR code of an instance that is being connected, also as an image file',
				action: 'Get QR code of instance',
			},
			{
				name: 'Get Status',
				value: 'getStatus',
				description: "Get the connection, today's statistics and the health of an instance",
				action: 'Get status of instance',
			},
			{
				name: 'Update',
				value: 'update',
				description: 'Change the name, the settings or the webhook of an instance',
				action: 'Update instance',
			},
			{
				name: 'Update Profile',
				value: 'updateProfile',
				description: 'Change the name, the text or the picture that others see of the account',
				action: 'Update profile of instance',
			},
		],
		default: 'getAll',
	},
	...Object.values(operations).flatMap((operation) => operation.description),
];
