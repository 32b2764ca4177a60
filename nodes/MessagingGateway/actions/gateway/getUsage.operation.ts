import type { IExecuteFunctions } from 'n8n-workflow';

import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';

/** There is nothing to fill in. */
export const description = [];

/** GET /v1/usage (an addition). Gives the plan, the instances, the messages of today and the credits left. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	return [{ json: await gatewayData(this, { method: 'GET', path: '/v1/usage', itemIndex }) }];
}
