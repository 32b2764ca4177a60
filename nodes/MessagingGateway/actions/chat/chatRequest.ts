import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

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

/** Builds the PUT request that makes a person or the bot the owner of the selected chat. */
export function ownerRequest(
	context: IExecuteFunctions,
	owner: { owner: 'bot' | 'person'; until?: string },
	itemIndex: number,
): GatewayRequest {
	return {
		method: 'PUT',
		path: `/v1/chats/${encodeURIComponent(getChatId(context, itemIndex))}/owner`,
		body: { instanceId: getInstanceId(context, itemIndex), ...owner },
		itemIndex,
	};
}

/** Builds the POST request that leaves a note in the selected chat. */
export function noteRequest(context: IExecuteFunctions, text: string, itemIndex: number): GatewayRequest {
	return {
		method: 'POST',
		path: `/v1/chats/${encodeURIComponent(getChatId(context, itemIndex))}/notes`,
		body: { instanceId: getInstanceId(context, itemIndex), text },
		itemIndex,
	};
}

/** Builds the PATCH request that changes the selected chat. */
export function changeRequest(
	context: IExecuteFunctions,
	changes: IDataObject,
	itemIndex: number,
): GatewayRequest {
	return {
		method: 'PATCH',
		path: `/v1/chats/${encodeURIComponent(getChatId(context, itemIndex))}`,
		body: { instanceId: getInstanceId(context, itemIndex), ...changes },
		itemIndex,
	};
}
