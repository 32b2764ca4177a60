import { DETAIL_TEXT_LIMIT } from '../../../../domain/messages/message-details.ts';
import { boundedText } from '../../../bounded-text.ts';
import { getString } from '../../graph/json.ts';

/** Returns the truncated text at a path; null: there is none, or it is empty. */
export function detailText(value: unknown, ...names: readonly (string | number)[]): string | null {
	const text = getString(value, ...names) ?? '';
	return text === '' ? null : boundedText(text, DETAIL_TEXT_LIMIT);
}

/** Returns the URL of a web page at a path; null: there is none. Clients may show it as a link. */
export function detailUrl(value: unknown, ...names: readonly (string | number)[]): string | null {
	const text = getString(value, ...names) ?? '';
	// A truncated URL would lead elsewhere.
	if (text.length > DETAIL_TEXT_LIMIT) return null;
	return /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? boundedText(text, DETAIL_TEXT_LIMIT) : null;
}
