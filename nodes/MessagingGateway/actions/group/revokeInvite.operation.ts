import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { groupLocator } from '../../descriptions/locators/groupLocator';
import { getInstanceId, instanceLocator } from '../../descriptions/locators/instanceLocator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { groupPath } from './groupPath';

export const description = updateDisplayOptions(
	{ show: { resource: ['group'], operation: ['revokeInvite'] } },
	[instanceLocator, groupLocator],
);

/** DELETE /v1/groups/{groupId}/invite (an addition), which makes the invite link invalid. Returns the new link. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `${groupPath(this, itemIndex)}/invite`;
	const query = { instanceId: getInstanceId(this, itemIndex) };
	return [{ json: await gatewayData(this, { method: 'DELETE', path, query, itemIndex }) }];
}
