import type { ErrorCode } from '../../../domain/error.ts';

const USE_KEY = 'Send a valid API key of this gateway in the header "Authorization: Bearer <key>".';
const CHECK_INSTANCE = 'Check the instanceId: GET /v1/instances lists those that the API key may use.';
const CHECK_PHONE = 'Check the number: it needs its country code, and digits only.';
const CHECK_PATH = 'Check the address of the gateway and the path, or update the gateway.';
const ALREADY_CONNECTED =
	'Use the instance as it is. To connect another account, disconnect the instance first.';
const SIGN_IN_AGAIN = 'Sign in again on the page of the gateway.';

/** The remedy for each error code. The message of an error describes the single case. */
export const ERROR_HINTS: Readonly<Record<ErrorCode, string>> = {
	missing_api_key: USE_KEY,
	invalid_api_key: USE_KEY,
	expired_api_key: 'Create a new API key at the gateway, and use it instead.',
	insufficient_permissions: 'Use an API key with the scope for it, or one without scopes, which has all.',
	ip_not_allowed: 'Add your address to the allowlist of the API key, or use another key.',
	https_required: 'Send the request to an address of the gateway that begins with https://.',
	upgrade_required: 'Open the real-time channel with a WebSocket client.',
	misdirected_request:
		'Add this host name to GATEWAY_ALLOWED_HOSTS where the gateway runs, or set its GATEWAY_PUBLIC_URL.',
	headers_too_large: 'Send shorter headers: the API key alone, and no large cookies.',
	request_timeout: 'Send the request again. For a large file, check the connection to the gateway.',

	rate_limit_exceeded: 'Send the request again after the seconds of retryAfter, and fewer at a time.',
	insufficient_credits: 'Add message credits to the account, then send again.',
	instance_limit_reached: 'Delete an instance that is no longer needed, or upgrade the plan.',
	payload_too_large: 'Shorten the request, for example its text or its metadata.',

	instance_not_found: CHECK_INSTANCE,
	invalid_instance: CHECK_INSTANCE,
	instance_disconnected: 'Connect the instance again, for example by a new QR code.',
	instance_already_connected: ALREADY_CONNECTED,
	already_connected: ALREADY_CONNECTED,
	official_api_instance: 'Use an instance that is connected by QR code.',
	official_api_required: 'Use an instance that is connected through the official API.',
	invalid_method: 'Connect with another method that this gateway supports.',
	invalid_credentials: 'Check the business ID, the phone number ID and the access token.',
	provider_verification_required:
		'Complete the verification of the business at the network operator, then connect again.',

	invalid_phone_number: `${CHECK_PHONE} Or use a chatId or senderId as the gateway gave it.`,
	chat_taken: 'Send again after the time in "until", give the chat back to the bot, or send with "force".',
	media_too_large: 'Use a smaller file: images to 5 MB, video and audio to 16 MB, documents to 100 MB.',
	unsupported_media_type:
		'Send a request with the Content-Type that the message names. Convert a file, for example to JPEG, PNG, MP4, MP3, OGG or PDF.',
	media_download_failed: 'Check that the URL is public and opens without a login.',
	invalid_media_url: 'Use a public URL that begins with https://, or the mediaUrl of an upload.',
	message_not_found: 'Use the messageId of a sent or received message that the API key may read.',
	message_not_sent: 'Wait until the status of the message is sent.',
	message_being_sent: 'Wait for the status of the message. A sent message can be deleted for everyone.',
	message_already_sent: 'Delete the message for everyone instead, where the network allows it.',
	message_too_old: 'Send a correction as a new message: the network allows changes for a short time only.',
	message_deleted: 'Go on without this message: it has no content any more.',
	not_own_message: 'Change only messages that this instance sent.',
	idempotency_key_in_use: 'Wait for the first request with this key to end. Nothing is sent twice.',
	idempotency_key_reused: 'Use a new idempotency key for each different message.',

	template_not_found: 'Check the name and the language of the template, for example en_US.',
	template_not_approved: 'Wait for the approval of the network operator, or use another template.',
	invalid_template_params: 'Fill in exactly the placeholders of the template, which GET /v1/templates lists.',

	contact_not_found: CHECK_PHONE,
	chat_not_found: 'Use the chatId of a received message, or list the chats of the instance.',
	group_not_found: 'Check the ID of the group. The instance must be a participant of it.',
	not_admin: 'Let an admin of the group make the number of the instance an admin.',

	webhook_not_found: 'Check the ID of the webhook: GET /v1/webhooks lists those of the account.',
	invalid_webhook_url:
		'Use an HTTPS URL that the internet reaches. Private addresses need GATEWAY_ALLOW_PRIVATE_NETWORKS where the gateway runs.',
	invalid_webhook_events: 'Name at least one event, and only events that the gateway has.',
	delivery_being_attempted: 'Wait a few seconds, then look at the status of the delivery.',

	invalid_parameters: 'Correct the field that the message names.',
	not_found: CHECK_PATH,
	precondition_failed: 'Get the whole file again: it is not the one of this ETag.',
	range_not_satisfiable: 'Ask for bytes of the file: its size is in the header Content-Range.',
	method_not_allowed: 'Use one of the methods in the header Allow.',
	internal_error: 'Try again. If the error persists, search the log of the gateway for the requestId.',
	service_unavailable: 'Try again in a moment, after the seconds of retryAfter where it is given.',

	phone_offline: 'Bring the simulated phone online first.',
	not_signed_in: SIGN_IN_AGAIN,
	owner_not_set: 'Open the link that the gateway printed when it started, and set a password.',
	invalid_password: 'Enter the password again. An owner can make a link for a new one.',
	invalid_setup_link: 'Ask an owner for a new link.',
	csrf_token_required: SIGN_IN_AGAIN,
	origin_not_allowed: 'Use the page of this gateway, or send an API key.',
	key_not_found: 'Reload the list of API keys: this one may have been deleted.',
	session_not_found: 'Reload the list of sessions: this one may have ended.',
	second_factor_required: 'Enter a code of your app or a recovery code, or use a passkey.',
	second_factor_missing: 'Set up an authenticator app or a passkey on the page, under Account.',
	invalid_code: 'Enter the next code that your app shows, or a recovery code.',
	invalid_passkey: 'Try again, at the address of the page that the passkey was made for.',
	password_too_weak: 'Choose a longer password, or several words.',
	confirmation_required: 'Confirm with your password or a passkey, then repeat the request.',
	user_not_found: 'Reload the list of people: this person may have been removed.',
	passkey_not_found: 'Reload the list of passkeys: this one may have been removed.',
	name_taken: 'Choose another name.',
	last_owner: 'Make somebody else an owner first, and let them sign in.',
	alert_not_found: 'Reload the list of alerts: this one may have been deleted.',
	note_not_found: 'Read the notes of the chat again: this one was deleted.',
	mail_not_set_up:
		'Set GATEWAY_SMTP_URL, GATEWAY_ALERT_MAIL_FROM and GATEWAY_ALERT_MAIL_TO, and start the gateway again.',
	mail_not_sent: 'The message says what the mail server answered: correct the settings of mail.',
};
