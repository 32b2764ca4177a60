import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { gatewayRequest } from '../../transport/request';
import type { OperationOutput } from '../operation';

/** There is nothing to fill in. */
export const description = [];

/** GET /v1/health. Gives the status, the plan and what is left of the rate limit of messages. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const request = { method: 'GET', path: '/v1/health', itemIndex } as const;
	return [{ json: await gatewayRequest<IDataObject>(this, request) }];
}
