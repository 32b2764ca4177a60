import type { UnsupportedReason } from '../../../domain/message.ts';
import { unsupportedText } from '../../../domain/unsupported-text.ts';
import { getNumber, getString } from '../graph/json.ts';

/** Meta's code for a message that only the phone shows, which came before the business was on the Cloud API. */
const ON_PHONE_ONLY = 131060;

/** By Meta's kind of what it does not tell the content of. */
const KINDS: ReadonlyMap<string, string> = new Map([
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

/** What stands for a message that the Cloud API does not show. */
export function unsupportedContent(message: unknown): {
	content: string;
	unsupported: { reason: UnsupportedReason };
} {
	const kind = getString(message, 'unsupported', 'type') ?? '';
	const reason = reasonOf(kind, getNumber(message, 'errors', 0, 'code'));
	if (reason !== 'unknown') return { content: unsupportedText(reason), unsupported: { reason } };
	const what = KINDS.get(kind) ?? 'a message of a kind';
	return {
		content: `The sender sent ${what} that the official API does not show. Ask for it in another form.`,
		unsupported: { reason },
	};
}

function reasonOf(kind: string, code: number | null): UnsupportedReason {
	if (kind.startsWith('view_once')) return 'view_once';
	return code === ON_PHONE_ONLY ? 'on_phone_only' : 'unknown';
}
