/** What a code of the gateway says to a person: what is wrong, and what to do next. */
export interface ErrorText {
	message: string;
	nextStep: string;
}

const CHECK_INSTANCE =
	'Choose the instance from the list, or see Instance > Get Many for the ones there are.';
const CONNECT_AGAIN =
	'Connect it again: Instance > Connect, then scan the QR code. The page of the gateway shows it too.';
const COPY_KEY = 'Copy a valid API key of this gateway into the credential.';
const TRY_LATER = 'Try again in a moment. Retry On Fail in the settings of the node does that by itself.';
const USE_OFFICIAL = 'Connect an instance through the official business API and choose it here.';

/**
 * Every error code of the gateway (specification: Errors, with the additions of its OpenAPI description).
 * The gateway's own words and the request ID are added to the next step, see `errors.ts`.
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
		message: 'The API key may not do this',
		nextStep: 'Use a key that has the scope for it, or a key without scopes, which may do everything.',
	},
	ip_not_allowed: {
		message: 'The API key may not be used from the address of n8n',
		nextStep: 'Add the address of n8n to the allowlist of the key at the gateway.',
	},

	https_required: {
		message: 'The gateway wants HTTPS',
		nextStep: 'Enter the Gateway URL in the credential with https:// in front.',
	},

	// Limits
	rate_limit_exceeded: {
		message: 'The gateway received too many requests',
		nextStep: 'Send fewer at a time: add the option Batching, or lower Chats at the Same Time.',
	},
	insufficient_credits: {
		message: 'No message credits are left',
		nextStep: 'Add credits to the account of the gateway, then run the workflow again.',
	},
	instance_limit_reached: {
		message: 'The plan allows no more instances',
		nextStep: 'Delete an instance that is no longer needed, or move to a larger plan.',
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
		message: 'The instance is connected already',
		nextStep: 'Nothing is left to do: send with it, or disconnect it first to connect another account.',
	},
	already_connected: {
		message: 'The instance is connected already, so there is no QR code',
		nextStep: 'Nothing is left to do: send with it, or disconnect it first to connect another account.',
	},
	official_api_instance: {
		message: 'An instance of the official business API cannot do this',
		nextStep:
			'It has no QR code, no groups, no check of numbers and no profiles: choose an instance that is connected by QR code.',
	},
	invalid_method: {
		message: 'The gateway does not know this way to connect',
		nextStep: 'Use the QR code or the official business API.',
	},
	invalid_credentials: {
		message: 'The network operator does not accept the credentials',
		nextStep: 'Check the business ID, the phone number ID and the access token.',
	},
	provider_verification_required: {
		message: 'The network operator wants the business verified first',
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
		nextStep: 'Images may have 5 MB, video and audio 16 MB, documents 100 MB.',
	},
	unsupported_media_type: {
		message: 'The network does not carry files of this type',
		nextStep: 'Convert the file, e.g. to JPEG, PNG, MP4, MP3, OGG or PDF.',
	},
	media_download_failed: {
		message: 'The gateway could not download the file',
		nextStep: 'Check that the URL opens without a login, from everywhere.',
	},
	invalid_media_url: {
		message: 'The media URL is not usable',
		nextStep: 'Enter a public address that starts with https://.',
	},
	message_not_found: {
		message: 'The message does not exist',
		nextStep:
			'Choose it from the list, or use the messageId that a send operation or the trigger gave, with the credential it was sent with.',
	},
	idempotency_key_in_use: {
		message: 'The same message is being sent at this moment',
		nextStep: 'Wait for the first request to end. It is not sent twice.',
	},
	idempotency_key_reused: {
		message: 'The idempotency key was used for another message',
		nextStep:
			'Use a new key for each different message. A retried execution keeps its keys, so that nothing is sent twice: run the workflow anew to send changed messages.',
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
		message: 'The variables do not fit the template',
		nextStep: 'Give exactly the variables that the template has, in its order and of its types.',
	},
	official_api_required: {
		message: 'Templates need an instance of the official business API',
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
		nextStep: 'Check the group ID. It looks like 123456@g.us, and the instance must be a member.',
	},
	not_admin: {
		message: 'The instance is not an admin of the group',
		nextStep: 'Let an admin of the group promote the number of the instance.',
	},
	not_participant: {
		message: 'The number is not in the group',
		nextStep: 'Add it to the group first, or leave it out.',
	},
	already_participant: { message: 'The number is in the group already', nextStep: 'Leave it out.' },
	not_on_network: {
		message: 'The number is not on the network',
		nextStep: 'Check the number. It needs its country code.',
	},

	// Webhooks
	webhook_not_found: {
		message: 'The webhook does not exist',
		nextStep:
			'Choose one from the list. A trigger whose webhook is gone registers anew when its workflow is activated again.',
	},
	invalid_webhook_url: {
		message: 'The gateway does not accept the webhook URL',
		nextStep:
			'It must be HTTPS and reachable from the internet. For an n8n on the same host or network, start the ' +
			'gateway with GATEWAY_ALLOW_PRIVATE_NETWORKS, e.g. 127.0.0.0/8. Behind a proxy, check WEBHOOK_URL of n8n.',
	},
	invalid_webhook_events: {
		message: 'The gateway does not know one of the events',
		nextStep: 'Choose at least one event, and only events of the list.',
	},

	// The request itself, and the gateway
	invalid_parameters: {
		message: 'A parameter is not valid',
		nextStep: 'Correct the parameter that the gateway names.',
	},
	not_found: {
		message: 'The gateway does not know this operation',
		nextStep: 'Check the Gateway URL in the credential, and update the gateway.',
	},
	method_not_allowed: {
		message: 'The gateway does not know this operation',
		nextStep: 'Check the Gateway URL in the credential, and update the gateway.',
	},
	internal_error: {
		message: 'The gateway had an internal error',
		nextStep: 'Try again. If it stays, look for the request ID in the log of the gateway.',
	},
	service_unavailable: { message: 'The gateway is not ready at the moment', nextStep: TRY_LATER },
};
