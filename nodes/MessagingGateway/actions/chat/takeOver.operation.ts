import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { chatLocator } from '../../descriptions/locators/chatLocator';
import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { getTime } from '../../descriptions/time';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { ownerRequest } from './chatRequest';

export const description = updateDisplayOptions({ show: { resource: ['chat'], operation: ['takeOver'] } }, [
	{
		...instanceLocator,
		hint: 'The instance needs the setting Release Taken Chats After: see Instance > Update',
	},
	chatLocator,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Until',
				name: 'until',
				type: 'dateTime',
				default: '',
				placeholder: 'e.g. 2026-01-31T18:00:00.000Z',
				description:
					'When the chat is given back to the bot, at most 30 days ahead. Leave empty for the time in the setting Release Taken Chats After of the instance.',
			},
		],
	},
]);

/**
 * PUT /v1/chats/{chatId}/owner (an addition) for a person: until the chat is released, the gateway refuses messages of
 * workflows to it. Returns chatId, owner and ownedUntil.
 */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	const until = getTime(this, 'options.until', itemIndex);
	const request = ownerRequest(this, { owner: 'person', ...(until && { until }) }, itemIndex);
	return [{ json: await gatewayData(this, request) }];
}
