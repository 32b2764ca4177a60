import type { UnsupportedReason } from '../../domain/message.ts';
import type { IncomingContent } from './incoming-content.ts';

/** What is shown in place of a message that cannot be shown. */
const SENTENCES: Readonly<Record<UnsupportedReason, string>> = {
	view_once: 'A message that can be viewed once. Open it on the phone.',
	on_phone_only: 'A message that only the phone shows. Open it on the phone.',
	waiting:
		'A message that has not come yet. It is asked for; open WhatsApp on the phone if it does not come.',
	undecryptable: 'A message that could not be decrypted. Ask its sender to send it again.',
	unknown: 'A message of a kind that cannot be shown here. Open it on the phone.',
};

/** The content of a message that cannot be shown, for this reason. */
export function unsupportedContent(reason: UnsupportedReason): IncomingContent {
	return {
		type: 'unsupported',
		content: SENTENCES[reason],
		file: null,
		unsupported: { reason },
		quoted: null,
	};
}
