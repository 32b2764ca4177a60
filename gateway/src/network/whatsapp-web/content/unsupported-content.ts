import type { UnsupportedReason } from '../../../domain/messages/message-details.ts';
import { unsupportedText } from '../../../domain/messages/unsupported-text.ts';
import type { ShownContent } from './incoming-content.ts';

/** The content that is shown for a message that the gateway does not support. */
export function unsupportedContent(reason: UnsupportedReason): ShownContent {
	return {
		type: 'unsupported',
		content: unsupportedText(reason),
		file: null,
		details: { unsupported: { reason } },
	};
}
