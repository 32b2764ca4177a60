import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { groupLocator } from '../../descriptions/locators/groupLocator';
import { getInstanceId, instanceLocator } from '../../descriptions/locators/instanceLocator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { groupPath } from './groupPath';

export const description = updateDisplayOptions({ show: { resource: ['group'], operation: ['getInvite'] } }, [
	instanceLocator,
	groupLocator,
]);

/** GET /v1/groups/{groupId}/invite (an addition). Returns the invite link. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `${groupPath(this, itemIndex)}/invite`;
	const query = { instanceId: getInstanceId(this, itemIndex) };
	return [{ json: await gatewayData(this, { method: 'GET', path, query, itemIndex }) }];
}

export { itemOrderingKey as orderingKey } from '../runOrdered';
