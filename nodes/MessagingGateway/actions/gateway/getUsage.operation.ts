import type { IExecuteFunctions } from 'n8n-workflow';

import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';

/** The form has no fields besides Resource and Operation. */
export const description = [];

/** GET /v1/usage (an addition). Returns the plan, the instances, today's messages and the remaining credits. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	return [{ json: await gatewayData(this, { method: 'GET', path: '/v1/usage', itemIndex }) }];
}
