import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { gatewayRequest } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { instancePath } from './instancePath';

const notice: INodeProperties = {
	displayName: 'This also deletes the messages, chats and webhooks of the instance. It cannot be undone.',
	name: 'deleteNotice',
	type: 'notice',
	default: '',
};

export const description = updateDisplayOptions({ show: { resource: ['instance'], operation: ['delete'] } }, [
	instanceLocator,
	notice,
]);

/** DELETE /v1/instances/{instanceId} (an addition). The gateway disconnects the instance first. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	await gatewayRequest(this, { method: 'DELETE', path: instancePath(this, itemIndex), itemIndex });
	return [{ json: { deleted: true } }];
}
