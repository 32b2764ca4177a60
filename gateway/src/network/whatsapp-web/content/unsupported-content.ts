import type { UnsupportedReason } from '../../../domain/message-details.ts';
import { unsupportedText } from '../../../domain/unsupported-text.ts';
import type { IncomingContent } from './incoming-content.ts';

export function unsupportedContent(reason: UnsupportedReason): IncomingContent {
	return {
		type: 'unsupported',
		content: unsupportedText(reason),
		file: null,
		unsupported: { reason },
		quoted: null,
	};
}
