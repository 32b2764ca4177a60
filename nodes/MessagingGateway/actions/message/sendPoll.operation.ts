import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';

import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { numberOrThrow } from '../../descriptions/number';
import { getRecipient, recipientLocator } from '../../descriptions/locators/recipientLocator';
import { getText } from '../../descriptions/text';
import type { OperationOutput } from '../operation';
import { getIdempotencyKey } from './sending/idempotency';
import { sendMessage } from './sending/send';
import { sendAt } from './sending/sendAt';
import { messageOptions, optionalBody, sendingOptions, TEXT_CONCURRENCY } from './sending/sendingOptions';
import { textList } from './sending/textList';

const poll: INodeProperties[] = [
	{
		displayName: 'Question',
		name: 'question',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Where shall we eat?',
		description: 'The question of the poll, up to 255 characters',
		hint: 'Polls need an instance connected by QR code. The official business API has Send Buttons or List.',
	},
	{
		displayName: 'Answers',
		name: 'answers',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		required: true,
		placeholder: 'e.g. Pizza, Pasta, Salad',
		description:
			'2 to 12 different answers, separated by commas or one in each line. Or a list from an expression.',
	},
	{
		displayName: 'Selectable Answers',
		name: 'selectable',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 12 },
		default: 1,
		description: 'How many answers a person can select',
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['message'], operation: ['sendPoll'] } },
	[instanceLocator, recipientLocator, ...poll, sendingOptions(TEXT_CONCURRENCY, ...messageOptions, sendAt)],
);

/** POST /v1/messages/send with a poll (an addition). Throws a NodeOperationError for less than two answers. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const selectable = this.getNodeParameter('selectable', itemIndex) as unknown;
	const options = textList(this, this.getNodeParameter('answers', itemIndex), 'Answers', itemIndex);
	if (options.length < 2) {
		throw new NodeOperationError(this.getNode(), 'A poll needs at least two answers', {
			description: 'Enter one in each line, or separate them with commas.',
			itemIndex,
		});
	}
	const body = {
		to: getRecipient(this, itemIndex),
		poll: {
			question: getText(this, 'question', 'Question', itemIndex),
			options,
			selectable: numberOrThrow(this, selectable, 'Selectable Answers', itemIndex),
		},
		...optionalBody(this, itemIndex),
	};
	return [{ json: await sendMessage(this, itemIndex, getIdempotencyKey(this, itemIndex), body) }];
}

export { chatOrderingKey as orderingKey } from './sending/send';
export { TEXT_CONCURRENCY as concurrency } from './sending/sendingOptions';
