import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import { gatewayRequest } from '../../transport/request';
import type { OperationOutput } from '../operation';

const properties: INodeProperties[] = [
	{
		displayName: 'Message ID',
		name: 'messageId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. msg_01jd2c7v9qk3m5x8w4t6r1y0za',
		description: 'The messageId that Send Text gave',
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['message'], operation: ['getStatus'] } },
	properties,
);

/** GET /v1/messages/{messageId}/status. Gives the message status record. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const messageId = String(this.getNodeParameter('messageId', itemIndex) ?? '').trim();
	if (messageId === '') {
		throw new NodeOperationError(this.getNode(), 'The message ID is empty', {
			description: 'Enter the messageId that Send Text gave, e.g. {{ $json.messageId }}.',
			itemIndex,
		});
	}
	const { data } = await gatewayRequest<{ data: IDataObject }>(this, {
		method: 'GET',
		path: `/v1/messages/${encodeURIComponent(messageId)}/status`,
		itemIndex,
	});
	return [{ json: data }];
}
