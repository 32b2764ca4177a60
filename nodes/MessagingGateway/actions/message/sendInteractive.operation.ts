import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { getRecipient, recipientLocator } from '../../descriptions/locators/recipientLocator';
import type { OperationOutput } from '../operation';
import { interactiveFields } from './interactive/fields';
import { getInteractive } from './interactive/interactive';
import { interactiveOptions } from './interactive/options';
import { getIdempotencyKey } from './sending/idempotency';
import { sendMessage } from './sending/send';
import { sendAt } from './sending/sendAt';
import { messageOptions, optionalBody, sendingOptions, TEXT_CONCURRENCY } from './sending/sendingOptions';

export const description = updateDisplayOptions(
	{ show: { resource: ['message'], operation: ['sendInteractive'] } },
	[
		instanceLocator,
		recipientLocator,
		...interactiveFields,
		sendingOptions(TEXT_CONCURRENCY, ...messageOptions, ...interactiveOptions, sendAt),
	],
);

/** POST /v1/messages/send with an interactive message (an addition). */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const body = {
		to: getRecipient(this, itemIndex),
		interactive: getInteractive(this, itemIndex),
		...optionalBody(this, itemIndex),
	};
	return [{ json: await sendMessage(this, itemIndex, getIdempotencyKey(this, itemIndex), body) }];
}

export { chatOrderingKey as orderingKey } from './sending/send';
export { TEXT_CONCURRENCY as concurrency } from './sending/sendingOptions';
