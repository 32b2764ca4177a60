import type { UnsupportedReason } from './message-details.ts';

const TEXTS: Readonly<Record<UnsupportedReason, string>> = {
	view_once: 'This can be viewed once, on the phone only.',
	on_phone_only: 'This can be seen on the phone only.',
	waiting: 'This message has not arrived yet. If it does not arrive, open the chat on the phone.',
	undecryptable: 'This message could not be read. Ask the sender to send it again.',
	unknown: 'This kind of message cannot be shown here. Look at it on the phone.',
};

/** The content of a message that cannot be shown, as a sentence for people. */
export function unsupportedText(reason: UnsupportedReason): string {
	return TEXTS[reason];
}
