import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { FROM_VERSION_2, VERSION_1 } from '../../descriptions/version';
import type { Operation } from '../operation';
import * as create from './create.operation';
import * as deleteWebhook from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as update from './update.operation';
import * as version1 from './v1';

/** The operations of a webhook by the value of the Operation field; version 2 offers the first five. */
export const operations: Record<string, Operation> = {
	create,
	delete: deleteWebhook,
	get,
	getAll,
	update,
	...version1.operations,
};

const options: INodePropertyOptions[] = [
	{
		name: 'Create',
		value: 'create',
		description: 'Register an address that receives events',
		action: 'Create webhook',
	},
	{
		name: 'Delete',
		value: 'delete',
		description: 'Delete a webhook, which stops its deliveries',
		action: 'Delete webhook',
	},
	{
		name: 'Get',
		value: 'get',
		description: 'Get the data of one webhook',
		action: 'Get webhook',
	},
	{
		name: 'Get Many',
		value: 'getAll',
		description: 'Get many webhooks, newest first',
		action: 'Get many webhooks',
	},
	{
		name: 'Update',
		value: 'update',
		description: 'Change, deactivate or activate a webhook',
		action: 'Update webhook',
	},
];

/** Returns the Operation field of a version of the node. */
function operationField(
	version: typeof VERSION_1,
	offered: readonly INodePropertyOptions[],
): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['webhook'], ...version } },
		options: [...offered].sort((a, b) => a.name.localeCompare(b.name)),
		default: 'getAll',
	};
}

export const description: INodeProperties[] = [
	operationField(VERSION_1, [...options, ...version1.options]),
	operationField(FROM_VERSION_2, options),
	...Object.values(operations).flatMap((operation) => operation.description),
];
