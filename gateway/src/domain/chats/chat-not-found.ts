import { GatewayError } from '../error.ts';

/** The error for an unknown chat. */
export function chatNotFound(): GatewayError {
	return new GatewayError(
		'chat_not_found',
		'The instance has no chat with this id. List its chats with GET /v1/messages/chats.',
	);
}
