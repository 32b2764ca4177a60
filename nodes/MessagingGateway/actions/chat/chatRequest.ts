import type { IExecuteFunctions } from 'n8n-workflow';

import { chatIdOf } from '../../descriptions/chatLocator';
import { instanceIdOf } from '../../descriptions/instanceLocator';
import type { GatewayRequest } from '../../transport/request';

/** A change to the chosen chat of the chosen instance, e.g. `read`. */
export function chatRequest(context: IExecuteFunctions, action: string, itemIndex: number): GatewayRequest {
	return {
		method: 'POST',
		path: `/v1/messages/chats/${encodeURIComponent(chatIdOf(context, itemIndex))}/${action}`,
		body: { instanceId: instanceIdOf(context, itemIndex) },
		itemIndex,
	};
}
