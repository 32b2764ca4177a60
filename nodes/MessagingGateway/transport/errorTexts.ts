/** What an error means to a user of the node. */
export interface ErrorText {
	/** What is wrong. */
	message: string;
	/** What to do in n8n; missing where the gateway's hint says enough. */
	nextStep?: string;
}

/** What an error means for one operation; null: the message of the gateway says what to do, and its hint would mislead. */
export type OwnErrorText = ErrorText | { message: string; nextStep: null };

const COPY_KEY = 'Copy a valid API key of this gateway into the credential.';
const CHECK_GATEWAY = 'Check the Gateway URL in the credential, and update the gateway.';
const CHECK_INSTANCE =
	'Select the instance from the list, or get the existing ones with Instance > Get Many.';

/** The next step where another try may succeed. */
export const RETRY_ON_FAIL = 'Retry On Fail in the settings of the node does so automatically.';

/**
 * The texts of all error codes of the gateway (specification: Errors, with the additions of its OpenAPI description).
 * `errors.ts` adds the gateway's own hint or message, and the request ID.
 */
export const errorTexts: Readonly<Record<string, ErrorText>> = {
	missing_api_key: { message: 'No API key was sent', nextStep: COPY_KEY },
	invalid_api_key: { message: 'The gateway does not accept the API key', nextStep: COPY_KEY },
	expired_api_key: {
		message: 'The API key has expired',
		nextStep: 'Create a new key at the gateway and copy it into the credential.',
	},
	insufficient_permissions: { message: 'The API key lacks the permission for this' },
	ip_not_allowed: {
		message: 'The API key may not be used from the address of n8n',
		nextStep: 'Add the address of n8n to the allowlist of the key at the gateway.',
	},
	upgrade_required: { message: 'This address of the gateway accepts WebSocket connections only' },
	https_required: {
		message: 'The gateway requires HTTPS',
		nextStep: 'Enter a Gateway URL in the credential that starts with https://.',
	},
	rate_limit_exceeded: {
		message: 'The gateway received too many requests',
		nextStep:
			'Send fewer requests at a time: for messages, add the option Batching or lower Concurrent Chats; for other operations, add a Loop Over Items and a Wait node.',
	},
	insufficient_credits: { message: 'No message credits are left' },
	instance_limit_reached: { message: 'The plan allows no more instances' },
	payload_too_large: { message: 'The request is too large for the gateway' },
	instance_not_found: { message: 'The instance does not exist', nextStep: CHECK_INSTANCE },
	invalid_instance: { message: 'The instance does not exist', nextStep: CHECK_INSTANCE },
	instance_disconnected: {
		message: 'The instance is disconnected',
		nextStep:
			'Connect it again: Instance > Connect, then scan the QR code. The page of the gateway shows it too.',
	},
	instance_already_connected: { message: 'The instance is already connected' },
	already_connected: { message: 'The instance is already connected, so there is no QR code' },
	official_api_instance: { message: 'An instance of the official business API does not support this' },
	invalid_method: { message: 'The gateway does not support this connection method' },
	invalid_credentials: { message: 'The network operator does not accept the credentials' },
	provider_verification_required: {
		message: 'The network operator requires the verification of the business',
	},
	invalid_phone_number: {
		message: 'The recipient is not a phone number',
		nextStep:
			'Enter the number with its country code, e.g. +49 151 23456789, or a chat ID, e.g. the chatId of a received message.',
	},
	media_too_large: { message: 'The file is too large' },
	unsupported_media_type: {
		message: 'The network does not support files of this type',
		nextStep: 'Convert the file, e.g. to JPEG, PNG, MP4, MP3, OGG or PDF.',
	},
	precondition_failed: { message: 'The file is not the one that was asked for' },
	range_not_satisfiable: { message: 'The file has no bytes in the range that was asked for' },
	request_timeout: { message: 'The request did not reach the gateway in time' },
	headers_too_large: {
		message: 'The address or the headers of the request are too large',
		nextStep:
			'Check that the fields with IDs and searches hold no whole texts, and that the API key of the credential has no further text.',
	},
	misdirected_request: {
		message: 'The gateway does not recognize this host name as its own',
		nextStep:
			'Add the host name in the URL of the credential to GATEWAY_ALLOWED_HOSTS of the gateway, or set its GATEWAY_PUBLIC_URL.',
	},
	media_download_failed: { message: 'The gateway could not download the file' },
	invalid_media_url: { message: 'The media URL is not valid' },
	chat_taken: {
		message: 'A person has taken the chat',
		nextStep:
			'Send again after the time that the gateway names, release the chat with Chat > Release, or set the option Send Even if Chat Is Taken.',
	},
	message_not_sent: { message: 'The message has not been sent' },
	message_being_sent: { message: 'The message is being sent and cannot be cancelled' },
	message_already_sent: {
		message: 'The message was sent and cannot be cancelled',
		nextStep: 'Delete it for everyone with Message > Delete.',
	},
	delivery_being_attempted: { message: 'The delivery is being attempted and cannot be skipped' },
	message_too_old: { message: 'The message is too old to be changed' },
	message_deleted: { message: 'The message was deleted' },
	not_own_message: { message: 'Only messages that this instance sent can be changed' },
	message_not_found: { message: 'The message does not exist' },
	idempotency_key_in_use: { message: 'A request with the same idempotency key is in progress' },
	idempotency_key_reused: {
		message: 'The idempotency key was used for another message',
		nextStep:
			'Use a new key for each different message. A retried execution keeps its keys, so that nothing is sent twice; start a new execution to send changed messages.',
	},
	template_not_found: { message: 'The template does not exist' },
	template_not_approved: { message: 'The template is not approved' },
	invalid_template_params: {
		message: 'The variables do not match the template',
		nextStep:
			'Refresh the list of variables in the node, and enter a value for each. In JSON, keep the order and the types of the template.',
	},
	official_api_required: { message: 'Only an instance of the official business API supports this' },
	contact_not_found: { message: 'The contact does not exist' },
	chat_not_found: { message: 'The chat does not exist' },
	note_not_found: { message: 'The note does not exist' },
	group_not_found: { message: 'The group does not exist' },
	not_admin: { message: 'The instance is not an admin of the group' },
	webhook_not_found: {
		message: 'The webhook does not exist',
		nextStep:
			'Select one from the list. A trigger whose webhook was deleted registers a new one when its workflow is unpublished and published again.',
	},
	invalid_webhook_url: {
		message: 'The gateway does not accept the webhook URL',
		nextStep:
			'It must be HTTPS and reachable from the internet. For an n8n on the same host or network, start the gateway with GATEWAY_ALLOW_PRIVATE_NETWORKS, e.g. 127.0.0.1:5678. Behind a proxy, check N8N_WEBHOOK_URL of n8n (in older versions WEBHOOK_URL).',
	},
	invalid_webhook_events: { message: 'The gateway does not know one of the events' },
	invalid_parameters: { message: 'A parameter is not valid' },
	not_found: { message: 'The gateway does not support this operation', nextStep: CHECK_GATEWAY },
	method_not_allowed: { message: 'The gateway does not support this operation', nextStep: CHECK_GATEWAY },
	internal_error: { message: 'The gateway had an internal error' },
	service_unavailable: {
		message: 'The gateway is not ready at the moment',
		nextStep: `Try again in a moment. ${RETRY_ON_FAIL}`,
	},
};
