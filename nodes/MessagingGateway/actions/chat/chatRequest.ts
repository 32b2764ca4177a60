import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { getChatId } from '../../descriptions/locators/chatLocator';
import { getInstanceId } from '../../descriptions/locators/instanceLocator';
import type { GatewayRequest } from '../../transport/request';
import { creation } from '../creation';

/** Returns the path of the selected chat. */
function chatPath(context: IExecuteFunctions, itemIndex: number): string {
	return `/v1/chats/${encodeURIComponent(getChatId(context, itemIndex))}`;
}

/**
 * Builds the GET request for the selected chat, or for a list below it, e.g. `/notes`; `query` is added to the
 * instance.
 */
export function readRequest(
	context: IExecuteFunctions,
	{ below = '', query = {} }: { below?: '' | '/events' | '/notes'; query?: IDataObject },
	itemIndex: number,
): GatewayRequest {
	return {
		method: 'GET',
		path: `${chatPath(context, itemIndex)}${below}`,
		query: { instanceId: getInstanceId(context, itemIndex), ...query },
		itemIndex,
	};
}

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
		path: `${chatPath(context, itemIndex)}/owner`,
		body: { instanceId: getInstanceId(context, itemIndex), ...owner },
		itemIndex,
	};
}

/** Builds the POST request that adds a note to the selected chat. */
export function noteRequest(context: IExecuteFunctions, text: string, itemIndex: number): GatewayRequest {
	return {
		method: 'POST',
		path: `${chatPath(context, itemIndex)}/notes`,
		...creation(context, { what: 'note', operation: 'Chat > Get Many Notes' }, itemIndex),
		body: { instanceId: getInstanceId(context, itemIndex), text },
		itemIndex,
	};
}

/** Builds the DELETE request for a note of the selected chat. */
export function noteDeletion(context: IExecuteFunctions, noteId: string, itemIndex: number): GatewayRequest {
	return {
		method: 'DELETE',
		path: `${chatPath(context, itemIndex)}/notes/${encodeURIComponent(noteId)}`,
		query: { instanceId: getInstanceId(context, itemIndex) },
		itemIndex,
	};
}

/** Builds the POST request that subscribes to the presence of the people in the selected chat. */
export function presenceRequest(context: IExecuteFunctions, itemIndex: number): GatewayRequest {
	return {
		method: 'POST',
		path: `${chatPath(context, itemIndex)}/presence`,
		body: { instanceId: getInstanceId(context, itemIndex) },
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
		path: chatPath(context, itemIndex),
		body: { instanceId: getInstanceId(context, itemIndex), ...changes },
		itemIndex,
	};
}
