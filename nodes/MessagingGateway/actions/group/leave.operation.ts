import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { groupLocator } from '../../descriptions/locators/groupLocator';
import { getInstanceId, instanceLocator } from '../../descriptions/locators/instanceLocator';
import { gatewayRequest } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { groupPath } from './groupPath';

export const description = updateDisplayOptions({ show: { resource: ['group'], operation: ['leave'] } }, [
	instanceLocator,
	groupLocator,
]);

/** DELETE /v1/groups/{groupId}/membership (an addition). Returns `{success: true}`. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `${groupPath(this, itemIndex)}/membership`;
	const query = { instanceId: getInstanceId(this, itemIndex) };
	await gatewayRequest(this, { method: 'DELETE', path, query, itemIndex });
	return [{ json: { success: true } }];
}
