import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { messageIdOf, messageLocator } from '../../descriptions/messageLocator';
import { chosenOutput, outputChoice } from '../../descriptions/output';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { messageDetailFields } from './fields';
import { instanceOfList } from './instanceOfList';

export const description = updateDisplayOptions({ show: { resource: ['message'], operation: ['get'] } }, [
	instanceOfList,
	messageLocator,
	...outputChoice(messageDetailFields),
]);

/** GET /v1/messages/{messageId} (an addition). Gives the message in full, sent or received. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const path = `/v1/messages/${encodeURIComponent(messageIdOf(this, itemIndex))}`;
	const message = await gatewayData(this, { method: 'GET', path, itemIndex });
	return [chosenOutput(this, itemIndex, message, messageDetailFields)];
}

export { ownLane as lane } from '../lanes';
