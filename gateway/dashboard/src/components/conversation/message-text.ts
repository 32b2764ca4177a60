import type { HistoryItem } from '../../api/types.ts';

type Reason = NonNullable<HistoryItem['unsupported']>['reason'];

const WORDS: Record<Reason, string> = {
	view_once: 'A photo, video or voice message that can be opened once. Open it on the phone.',
	on_phone_only: 'This message can be read on the phone only.',
	waiting: 'This message has not come yet. It appears here when it does; keep the phone online.',
	undecryptable: 'This message could not be decrypted. Ask the sender to send it again.',
	unknown: 'The gateway does not know this kind of message. Read it on the phone.',
};

/** Returns the text of a message, or why it cannot be shown. */
export function messageText({ content, unsupported }: Pick<HistoryItem, 'content' | 'unsupported'>): string {
	return unsupported === undefined ? content : WORDS[unsupported.reason];
}
