import type { MediaType } from '../../../../domain/messages/message.ts';
import { declaredEssenceOf } from '../../../../media/formats/formats.ts';
import { boundedText, NAME_LIMIT, TEXT_LIMIT } from '../../../bounded-text.ts';
import { getNumber, getPath, getString } from '../../graph/json.ts';
import { ID_LIMIT } from '../bounded-details.ts';
import type { IncomingContent } from './incoming-content.ts';

/** The longest plausible duration of a file, in seconds. */
const DURATION_LIMIT = 86_400;

/** Reads a message with a file; null: it is invalid. */
export function fileContent(type: MediaType, part: unknown): IncomingContent | null {
	if (typeof part !== 'object' || part === null) return null;
	const caption = boundedOrNull(getString(part, 'caption'), TEXT_LIMIT);
	const filename = boundedOrNull(getString(part, 'filename'), NAME_LIMIT);
	const id = getString(part, 'id') ?? '';
	const mimeType = declaredEssenceOf(getString(part, 'mime_type') ?? '');
	const isVoice = type === 'audio' && getPath(part, 'voice') === true;
	const duration = getNumber(part, 'duration');
	return {
		type,
		content: caption ?? filename ?? (isVoice ? '[voice note]' : `[${type}]`),
		file: id !== '' && id.length <= ID_LIMIT ? { id, mediaType: type, mimeType, filename, caption } : null,
		details: {
			...(isVoice ? { voice: true } : {}),
			...(duration !== null && duration >= 0 && duration <= DURATION_LIMIT ? { duration } : {}),
		},
	};
}

function boundedOrNull(text: string | null, limit: number): string | null {
	return text === null || text === '' ? null : boundedText(text, limit);
}
