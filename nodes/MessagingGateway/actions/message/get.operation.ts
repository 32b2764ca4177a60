import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeApiError, updateDisplayOptions } from 'n8n-workflow';

import { instanceIdOf, instanceLocator } from '../../descriptions/instanceLocator';
import { messageIdOf, messageLocator } from '../../descriptions/messageLocator';
import { chosenOutput, outputChoice } from '../../descriptions/output';
import { errorTexts } from '../../transport/errorTexts';
import { readBackPage } from '../../transport/pagination';
import type { OperationOutput } from '../operation';
import { messageFields } from './fields';

/** The digits of an ID in their order. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

export const description = updateDisplayOptions({ show: { resource: ['message'], operation: ['get'] } }, [
	instanceLocator,
	messageLocator,
	...outputChoice(messageFields),
]);

/**
 * Gets one message out of the history (GET /v1/messages): message IDs sort by time, so it is the newest one that
 * is older than what would come next after it. Throws a NodeApiError when the instance has no such message.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const messageId = messageIdOf(this, itemIndex);
	const query = { instanceId: instanceIdOf(this, itemIndex) };
	const request = { method: 'GET', path: '/v1/messages', query, itemIndex } as const;
	const { data } = await readBackPage<IDataObject>(this, request, successorOf(messageId), 1);
	const [message] = data;
	if (message?.messageId === messageId) return [chosenOutput(this, itemIndex, message, messageFields)];

	const { message: text, nextStep } = errorTexts.message_not_found;
	throw new NodeApiError(
		this.getNode(),
		{},
		{
			message: text,
			description: `${nextStep} It must be a message of the chosen instance.`,
			httpCode: '404',
			itemIndex,
		},
	);
}

/** The ID that comes right after this one in the order of IDs; what is no ID is left to the gateway to refuse. */
function successorOf(messageId: string): string {
	const [, head, digit, tail] = /^(msg_.*)([0-9a-y])(z*)$/.exec(messageId) ?? [];
	if (head === undefined) return messageId;
	return `${head}${DIGITS[DIGITS.indexOf(digit) + 1]}${'0'.repeat(tail.length)}`;
}

export { ownLane as lane } from '../lanes';
