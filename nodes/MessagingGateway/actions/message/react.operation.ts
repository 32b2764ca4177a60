import type { INodeProperties, IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { messageLocator } from '../../descriptions/locators/messageLocator';
import { getText } from '../../descriptions/text';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { listInstanceLocator } from './listInstanceLocator';
import { messagePath } from './messagePath';

const emoji: INodeProperties = {
	displayName: 'Emoji',
	name: 'emoji',
	type: 'string',
	default: '',
	placeholder: 'e.g. 👍',
	description: 'The one emoji to react with. It replaces an earlier reaction.',
	hint: 'Leave empty to remove the reaction',
};

export const description = updateDisplayOptions({ show: { resource: ['message'], operation: ['react'] } }, [
	listInstanceLocator,
	messageLocator,
	emoji,
]);

/**
 * PUT /v1/messages/{messageId}/reaction, or DELETE for an empty emoji (additions). Returns the messageId and the emoji;
 * null: the reaction was removed. Throws a NodeOperationError for a list or an object.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `${messagePath(this, itemIndex)}/reaction`;
	const reaction = getText(this, 'emoji', 'Emoji', itemIndex).trim();
	const json =
		reaction === ''
			? await gatewayData(this, { method: 'DELETE', path, itemIndex })
			: await gatewayData(this, { method: 'PUT', path, body: { emoji: reaction }, itemIndex });
	return [{ json }];
}

export { messageOrderingKey as orderingKey } from './messagePath';
