import type { FailureCode, MessageFailure } from '../../../domain/messages/message.ts';
import { isPermissionCode } from '../graph/error-class.ts';

/** By Meta's error code: the failure code of the message, and a sentence that says what to do. */
const FAILURES: Readonly<Record<number, readonly [FailureCode, string]>> = {
	33: [
		'provider_verification_required',
		'Meta does not have the number of this instance any more. Check it in the WhatsApp Manager.',
	],
	131021: ['recipient_not_found', 'The recipient is the number of this instance itself.'],
	131030: [
		'recipient_not_found',
		"Meta's test number sends only to the numbers of its list. Add the recipient at Meta, under WhatsApp → API Setup, or send from your own number.",
	],
	131037: [
		'provider_verification_required',
		'Meta has not approved the display name of the number yet. See the WhatsApp Manager.',
	],
	131049: [
		'network_error',
		'Meta held this message back, because the recipient got many marketing messages lately. Wait a day before you send it again.',
	],
	131026: ['recipient_not_found', 'The recipient is not on WhatsApp, or cannot get this message.'],
	131047: [
		'reengagement_window_closed',
		'The recipient has not written within the last 24 hours. Send a template instead.',
	],
	131050: ['recipient_blocked', 'The recipient does not want marketing messages of this business.'],
	131051: ['unsupported_media_type', 'WhatsApp does not take messages of this type.'],
	131052: ['media_download_failed', 'WhatsApp could not load the file.'],
	131053: [
		'media_download_failed',
		'WhatsApp could not take the file. Check that its type is one it supports.',
	],
	131042: ['insufficient_credits', 'Meta could not charge the business. Check its payment method at Meta.'],
	133010: [
		'provider_verification_required',
		'The number is not registered for the Cloud API. Register it at Meta, then send again.',
	],
	131062: [
		'recipient_not_found',
		'Meta takes this message for a phone number only, and this recipient shows none. Ask for the phone number, or send another kind of message.',
	],
	132001: ['template_not_found', 'Meta has no such template in this language.'],
	132007: [
		'template_not_approved',
		'Meta does not allow this template any more: its content breaks a policy.',
	],
	132015: ['template_not_approved', 'Meta has paused this template because of its quality. Use another one.'],
	132016: [
		'template_not_approved',
		'Meta has disabled this template because of its quality. Use another one.',
	],
	132000: ['invalid_template_params', 'The number of parameters does not fit the template.'],
	132005: ['invalid_template_params', 'With these parameters the text of the template is too long.'],
	132012: ['invalid_template_params', 'A parameter does not have the form the template asks for.'],
	...Object.fromEntries(
		[4, 17, 613, 80007, 130429, 131048, 131056].map((code) => [
			code,
			[
				'rate_limited',
				'Meta takes no more messages at this rate. Send fewer, and this one again later.',
			] as const,
		]),
	),
};

const NOT_ALLOWED = [
	'provider_verification_required',
	'Meta does not allow the access token to do this. Give its system user full control of the app and of the WhatsApp account, and the token the permissions whatsapp_business_messaging and whatsapp_business_management; then send again.',
] as const;

/**
 * Converts Meta's error code and text to the failure of a message. `isAccessLost`: the token has no access to the
 * number.
 */
export function messageFailure(
	code: number | null,
	text: string | null,
	{ isAccessLost }: { isAccessLost: boolean } = { isAccessLost: false },
): MessageFailure {
	const isNotAllowed = isAccessLost || (code !== null && isPermissionCode(code));
	const known = (code === null ? undefined : FAILURES[code]) ?? (isNotAllowed ? NOT_ALLOWED : undefined);
	const metaText = text === null ? '' : ` Meta says: ${text}`;
	const metaCode = code === null ? '' : ` (${code})`;
	if (known !== undefined) return { code: known[0], message: `${known[1]}${metaText}${metaCode}` };
	return { code: 'network_error', message: `WhatsApp did not take the message.${metaText}${metaCode}` };
}
