import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { gatewayRequest } from '../../transport/request';
import type { OperationOutput } from '../operation';

/** The form has no fields besides Resource and Operation. */
export const description = [];

/** GET /v1/health. Returns the status, the plan and the remaining rate limit of messages. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const request = { method: 'GET', path: '/v1/health', itemIndex } as const;
	return [{ json: await gatewayRequest<IDataObject>(this, request) }];
}
