import type { UnsupportedReason } from '../../../../domain/messages/message-details.ts';
import { unsupportedText } from '../../../../domain/messages/unsupported-text.ts';
import { getNumber, getString } from '../../graph/json.ts';
import type { IncomingContent } from './incoming-content.ts';

/** Meta's error code for a message from before the business used the Cloud API, which only the phone shows. */
const ON_PHONE_ONLY = 131060;

/** Descriptions by Meta's type of the unsupported message, or of the interactive one. */
const DESCRIPTIONS: ReadonlyMap<string, string> = new Map([
	['call_permission_reply', 'an answer to a request for calls'],
	['edit', 'a change of an earlier message'],
	['gif', 'an animation'],
	['group_invite', 'an invitation to a group'],
	['interactive', 'a message with buttons'],
	['keep_in_chat', 'a note that a message is kept in the chat'],
	['link_preview', 'a link with a preview'],
	['list', 'a list to choose from'],
	['media_placeholder', 'a file'],
	['pin', 'a note that a message was pinned'],
	['poll_creation', 'a poll'],
	['poll_update', 'a vote in a poll'],
	['product', 'a product'],
]);

/** Returns the substitute for a message whose content the Cloud API does not deliver, with the reason. */
export function unsupportedContent(message: unknown): IncomingContent {
	const kind = getString(message, 'unsupported', 'type') ?? getString(message, 'interactive', 'type') ?? '';
	const reason = reasonOf(kind, getNumber(message, 'errors', 0, 'code'));
	const content =
		reason === 'unknown'
			? `The sender sent ${DESCRIPTIONS.get(kind) ?? 'a message of a kind'} that the official API does not show. Ask for it in another form.`
			: unsupportedText(reason);
	return { type: 'unsupported', content, details: { unsupported: { reason } } };
}

function reasonOf(type: string, code: number | null): UnsupportedReason {
	if (type.startsWith('view_once')) return 'view_once';
	return code === ON_PHONE_ONLY ? 'on_phone_only' : 'unknown';
}
