import { DETAIL_TEXT_LIMIT } from '../../../domain/messages/message-details.ts';
import { boundedText, NAME_LIMIT, TEXT_LIMIT } from '../../bounded-text.ts';

/** Removes what no store accepts from a text of a stranger, and limits its length. */
export function sanitizeText(text: string, limit = TEXT_LIMIT): string {
	return boundedText(text, limit);
}

/** The sanitized name of a person, a group or a file. */
export function sanitizeName(name: string): string {
	return sanitizeText(name, NAME_LIMIT);
}

/** The sanitized text; null: it is absent, empty, or no text. */
export function textOrNull(text: unknown, limit = TEXT_LIMIT): string | null {
	return typeof text !== 'string' || text === '' ? null : sanitizeText(text, limit);
}

/** Like `textOrNull`, for a name, an address or an id among the details of a message. */
export function detailOrNull(text: unknown): string | null {
	return textOrNull(text, DETAIL_TEXT_LIMIT);
}

/** The URL; null: there is none, or it is too long: a truncated one would lead to another page. */
export function urlOrNull(url: unknown): string | null {
	return typeof url === 'string' && url.length <= DETAIL_TEXT_LIMIT ? textOrNull(url) : null;
}

/** Joins the texts that are not empty, one per line; null: there are none. */
export function joinLines(texts: readonly (string | null | undefined)[]): string | null {
	return textOrNull(texts.filter((text) => textOrNull(text) !== null).join('\n'));
}

/** An amount of money of WhatsApp, in thousandths of the currency's unit; null: it names none. */
export function moneyOf(amount: unknown, currency: unknown): { amount: number; currency: string } | null {
	const value = Number(amount ?? 0) / 1000;
	const code = textOrNull(currency, 10);
	return value > 0 && Number.isFinite(value) && code !== null ? { amount: value, currency: code } : null;
}
