import type { MessageDetails } from '../../../../domain/messages/message-details.ts';
import { boundedText, TEXT_LIMIT } from '../../../bounded-text.ts';
import { getArray, getPath, getString } from '../../graph/json.ts';
import { contactsContent } from './contacts-content.ts';
import { contextDetails } from './context-details.ts';
import { fileContent } from './file-content.ts';
import type { IncomingContent } from './incoming-content.ts';
import { locationContent } from './location-content.ts';
import { orderContent } from './order-content.ts';
import { buttonContent, interactiveContent } from './reply-content.ts';
import { unsupportedContent } from './unsupported-content.ts';

/** By Meta's type of the message. A reader gets the field of that name, and returns null if it cannot be shown. */
const READERS: ReadonlyMap<string, (part: unknown) => IncomingContent | null> = new Map([
	['text', textContent],
	['button', buttonContent],
	['interactive', interactiveContent],
	['location', locationContent],
	['contacts', contactsContent],
	['order', orderContent],
	...(['image', 'sticker', 'video', 'audio', 'document'] as const).map(
		(type) => [type, (part: unknown) => fileContent(type, part)] as const,
	),
]);

/** Converts Meta's message object. A message that cannot be shown becomes `unsupported`. */
export function readContent(message: unknown): IncomingContent & { details: MessageDetails } {
	const type = getString(message, 'type') ?? 'unknown';
	const read = READERS.get(type)?.(getPath(message, type)) ?? null;
	const isRefused = read?.file === undefined && getArray(message, 'errors').length > 0;
	const incoming = read === null || isRefused ? unsupportedContent(message) : read;
	return {
		...incoming,
		content: boundedText(incoming.content, TEXT_LIMIT),
		details: { ...incoming.details, ...contextDetails(message) },
	};
}

function textContent(part: unknown): IncomingContent | null {
	const content = getString(part, 'body');
	return content === null ? null : { type: 'text', content };
}
