import type { IExecuteFunctions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { chatLocator } from '../../descriptions/locators/chatLocator';
import { instanceLocator } from '../../descriptions/locators/instanceLocator';
import { gatewayData } from '../../transport/request';
import type { OperationOutput } from '../operation';
import { presenceRequest } from './chatRequest';

export const description = updateDisplayOptions(
	{ show: { resource: ['chat'], operation: ['subscribePresence'] } },
	[
		instanceLocator,
		chatLocator,
		{
			displayName:
				'The trigger receives the events as Presence Updated, for a day. The account is shown as online meanwhile.',
			name: 'presenceNotice',
			type: 'notice',
			default: '',
		},
	],
);

/** POST /v1/chats/{chatId}/presence (an addition). Returns the chatId and until when the events come. */
export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<OperationOutput[]> {
	return [{ json: await gatewayData(this, presenceRequest(this, itemIndex)) }];
}
