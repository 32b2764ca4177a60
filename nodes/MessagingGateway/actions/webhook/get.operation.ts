import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { chosenOutput, outputChoice } from '../../descriptions/output';
import { webhookLocator } from '../../descriptions/webhookLocator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { webhookFields } from './fields';
import { webhookPath } from './path';

export const description = updateDisplayOptions({ show: { resource: ['webhook'], operation: ['get'] } }, [
	webhookLocator,
	...outputChoice(webhookFields),
]);

/** GET /v1/webhooks/{id}. Gives the webhook; its secret only when it is asked for. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = webhookPath(this, itemIndex);
	const webhook = await gatewayData(this, { method: 'GET', path, itemIndex });
	return [chosenOutput(this, itemIndex, webhook, webhookFields)];
}

export { ownLane as lane } from '../lanes';
