import type { IExecuteFunctions } from 'n8n-workflow';

import { getChatId } from '../../descriptions/chatLocator';
import { getInstanceId } from '../../descriptions/instanceLocator';
import type { GatewayRequest } from '../../transport/request';

/** Builds the POST request of an action, e.g. `read`, on the selected chat. */
export function chatRequest(context: IExecuteFunctions, action: string, itemIndex: number): GatewayRequest {
	return {
		method: 'POST',
		path: `/v1/messages/chats/${encodeURIComponent(getChatId(context, itemIndex))}/${action}`,
		body: { instanceId: getInstanceId(context, itemIndex) },
		itemIndex,
	};
}
