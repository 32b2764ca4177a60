/** The text for an error code: what is wrong, and what to do next. */
export interface ErrorText {
	message: string;
	nextStep: string;
}

const CHECK_INSTANCE =
	'Select the instance from the list, or get the existing ones with Instance > Get Many.';
const CONNECT_AGAIN =
	'Connect it again: Instance > Connect, then scan the QR code. The page of the gateway shows it too.';
const COPY_KEY = 'Copy a valid API key of this gateway into the credential.';
const TRY_LATER = 'Try again in a moment. Retry On Fail in the settings of the node does so automatically.';
const USE_OFFICIAL = 'Connect an instance through the official business API and select it here.';

/**
 * The texts of all error codes of the gateway (specification: Errors, with the additions of its OpenAPI description).
 * `errors.ts` appends the gateway's own message and the request ID.
 */
export const errorTexts: Readonly<Record<string, ErrorText>> = {
	// Authentication and permissions
	missing_api_key: { message: 'No API key was sent', nextStep: COPY_KEY },
	invalid_api_key: { message: 'The gateway does not accept the API key', nextStep: COPY_KEY },
	expired_api_key: {
		message: 'The API key has expired',
		nextStep: 'Create a new key at the gateway and copy it into the credential.',
	},
	insufficient_permissions: {
		message: 'The API key lacks the permission for this',
		nextStep: 'Use a key with the scope for it, or a key without scopes, which has all permissions.',
	},
	ip_not_allowed: {
		message: 'The API key may not be used from the address of n8n',
		nextStep: 'Add the address of n8n to the allowlist of the key at the gateway.',
	},

	upgrade_required: {
		message: 'This address of the gateway takes WebSocket connections only',
		nextStep: 'Use a WebSocket client for the real-time channel.',
	},
	https_required: {
		message: 'The gateway requires HTTPS',
		nextStep: 'Enter a Gateway URL in the credential that starts with https://.',
	},

	// Limits
	rate_limit_exceeded: {
		message: 'The gateway received too many requests',
		nextStep: 'Send fewer messages at a time: add the option Batching, or lower Concurrent Chats.',
	},
	insufficient_credits: {
		message: 'No message credits are left',
		nextStep: 'Add credits to the account of the gateway, then run the workflow again.',
	},
	instance_limit_reached: {
		message: 'The plan allows no more instances',
		nextStep: 'Delete an instance that is no longer needed, or upgrade the plan.',
	},
	payload_too_large: {
		message: 'The request is too large for the gateway',
		nextStep: 'Shorten the message or the metadata.',
	},

	// Instances
	instance_not_found: { message: 'The instance does not exist', nextStep: CHECK_INSTANCE },
	invalid_instance: { message: 'The instance does not exist', nextStep: CHECK_INSTANCE },
	instance_disconnected: { message: 'The instance is disconnected', nextStep: CONNECT_AGAIN },
	instance_already_connected: {
		message: 'The instance is already connected',
		nextStep: 'The instance is ready to send. To connect another account, disconnect the instance first.',
	},
	already_connected: {
		message: 'The instance is already connected, so there is no QR code',
		nextStep: 'The instance is ready to send. To connect another account, disconnect the instance first.',
	},
	official_api_instance: {
		message: 'An instance of the official business API does not support this',
		nextStep:
			'It has no QR code, no groups, no check of numbers and no profiles. Select an instance that is connected by QR code.',
	},
	invalid_method: {
		message: 'The gateway does not support this connection method',
		nextStep: 'Use the QR code or the official business API.',
	},
	invalid_credentials: {
		message: 'The network operator does not accept the credentials',
		nextStep: 'Check the business ID, the phone number ID and the access token.',
	},
	provider_verification_required: {
		message: 'The network operator requires the verification of the business',
		nextStep: 'Complete the verification at the network operator, then connect again.',
	},

	// Sending
	invalid_phone_number: {
		message: 'The recipient is not a phone number',
		nextStep:
			'Enter the number with its country code, e.g. +49 151 23456789, or a chat ID, e.g. the chatId of a received message.',
	},
	media_too_large: {
		message: 'The file is too large',
		nextStep: 'The limits are 5 MB for images, 16 MB for video and audio, and 100 MB for documents.',
	},
	unsupported_media_type: {
		message: 'The network does not support files of this type',
		nextStep: 'Convert the file, e.g. to JPEG, PNG, MP4, MP3, OGG or PDF.',
	},
	request_timeout: {
		message: 'The request did not reach the gateway in time',
		nextStep: 'Execute the node again. For large files, check the connection between n8n and the gateway.',
	},
	headers_too_large: {
		message: 'The headers of the request are too large',
		nextStep: 'Check that the API key of the credential has no further text.',
	},
	misdirected_request: {
		message: 'The gateway does not know itself by this host name',
		nextStep:
			'Add the host name in the URL of the credential to GATEWAY_ALLOWED_HOSTS of the gateway, or set its GATEWAY_PUBLIC_URL.',
	},
	media_download_failed: {
		message: 'The gateway could not download the file',
		nextStep: 'Check that the URL is public and opens without a login.',
	},
	invalid_media_url: {
		message: 'The media URL is not valid',
		nextStep: 'Enter a public address that starts with https://.',
	},
	chat_taken: {
		message: 'A person has taken the chat',
		nextStep:
			'Send again after the time that the gateway names, or give the chat back to the bot on the page of the gateway.',
	},
	message_not_sent: {
		message: 'The message has not been sent',
		nextStep: 'Wait until its status is Sent, for example with the event Message Sent of the trigger.',
	},
	message_being_sent: {
		message: 'The message is being sent and cannot be cancelled',
		nextStep: 'Wait for its status. A sent message can be deleted for everyone.',
	},
	delivery_being_attempted: {
		message: 'The delivery is being attempted and cannot be skipped',
		nextStep: 'Wait a few seconds, then look at its status.',
	},
	message_too_old: {
		message: 'The message is too old to be changed',
		nextStep: 'The network allows this for a short time only. Send a correction as a new message.',
	},
	message_deleted: {
		message: 'The message was deleted',
		nextStep: 'Continue without this message: it has no content any more.',
	},
	not_own_message: {
		message: 'Only messages that this instance sent can be changed',
		nextStep: 'Select a message that the instance sent.',
	},
	message_not_found: {
		message: 'The message does not exist',
		nextStep:
			'Select it from the list, or use the messageId from a send operation or the trigger, with the same credential.',
	},
	idempotency_key_in_use: {
		message: 'A request with the same idempotency key is in progress',
		nextStep: 'Wait for the first request to end. The message is not sent twice.',
	},
	idempotency_key_reused: {
		message: 'The idempotency key was used for another message',
		nextStep:
			'Use a new key for each different message. A retried execution keeps its keys, so that nothing is sent twice; start a new execution to send changed messages.',
	},

	// Templates
	template_not_found: {
		message: 'The template does not exist',
		nextStep: 'Check its name and its language, e.g. en_US.',
	},
	template_not_approved: {
		message: 'The template is not approved',
		nextStep: 'Wait for the approval of the network operator, or use another template.',
	},
	invalid_template_params: {
		message: 'The variables do not match the template',
		nextStep: 'Enter exactly the variables of the template, in the same order and of the same types.',
	},
	official_api_required: {
		message: 'Templates require an instance of the official business API',
		nextStep: USE_OFFICIAL,
	},

	// Contacts and groups
	contact_not_found: {
		message: 'The contact does not exist',
		nextStep: 'Check the number. It needs its country code.',
	},
	chat_not_found: {
		message: 'The chat does not exist',
		nextStep: 'Use the chatId of a received message, or list the chats of the instance.',
	},
	group_not_found: {
		message: 'The group does not exist',
		nextStep: 'Check the group ID, e.g. 123456@g.us. The instance must be a member of the group.',
	},
	not_admin: {
		message: 'The instance is not an admin of the group',
		nextStep: 'Let an admin of the group promote the number of the instance.',
	},
	not_participant: {
		message: 'The number is not in the group',
		nextStep: 'Add it to the group first, or leave it out.',
	},
	already_participant: { message: 'The number is already in the group', nextStep: 'Leave it out.' },
	not_on_network: {
		message: 'The number is not on the network',
		nextStep: 'Check the number. It needs its country code.',
	},

	// Webhooks
	webhook_not_found: {
		message: 'The webhook does not exist',
		nextStep:
			'Select one from the list. A trigger whose webhook was deleted registers a new one when its workflow is activated again.',
	},
	invalid_webhook_url: {
		message: 'The gateway does not accept the webhook URL',
		nextStep:
			'It must be HTTPS and reachable from the internet. For an n8n on the same host or network, start the ' +
			'gateway with GATEWAY_ALLOW_PRIVATE_NETWORKS, e.g. 127.0.0.1:5678. Behind a proxy, check WEBHOOK_URL of n8n.',
	},
	invalid_webhook_events: {
		message: 'The gateway does not know one of the events',
		nextStep: 'Select at least one event, and only events of the list.',
	},

	// Requests and the gateway
	invalid_parameters: {
		message: 'A parameter is not valid',
		nextStep: 'Correct the parameter that the gateway names.',
	},
	not_found: {
		message: 'The gateway does not support this operation',
		nextStep: 'Check the Gateway URL in the credential, and update the gateway.',
	},
	method_not_allowed: {
		message: 'The gateway does not support this operation',
		nextStep: 'Check the Gateway URL in the credential, and update the gateway.',
	},
	internal_error: {
		message: 'The gateway had an internal error',
		nextStep: 'Try again. If the error persists, search the log of the gateway for the request ID.',
	},
	service_unavailable: { message: 'The gateway is not ready at the moment', nextStep: TRY_LATER },
};
