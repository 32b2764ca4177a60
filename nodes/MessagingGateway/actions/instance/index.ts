import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';
import * as connect from './connect.operation';
import * as create from './create.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as getQrCode from './getQrCode.operation';
import * as getStatus from './getStatus.operation';

/** The operations of an instance by the value of the Operation field. */
export const operations: Record<string, Operation> = {
	connect: connect.execute,
	create: create.execute,
	get: get.execute,
	getAll: getAll.execute,
	getQrCode: getQrCode.execute,
	getStatus: getStatus.execute,
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
				description: 'Start to connect an instance with an account; gives a QR code to scan',
				action: 'Connect an instance',
			},
			{
				name: 'Create',
				value: 'create',
				description: 'Create an instance, ready to be connected',
				action: 'Create an instance',
			},
			{
				name: 'Get',
				value: 'get',
				description: 'Get the data of one instance',
				action: 'Get an instance',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'Get many instances, the newest first',
				action: 'Get many instances',
			},
			{
				name: 'Get QR Code',
				value: 'getQrCode',
				description: 'Get the QR code of an instance that is being connected, as an image file too',
				action: 'Get QR code of an instance',
			},
			{
				name: 'Get Status',
				value: 'getStatus',
				description: 'Get the connection, the figures of today and the health of an instance',
				action: 'Get status of an instance',
			},
		],
		default: 'getAll',
	},
	...connect.description,
	...create.description,
	...get.description,
	...getAll.description,
	...getQrCode.description,
	...getStatus.description,
];
