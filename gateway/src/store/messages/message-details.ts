import type { MessageDetails } from '../../domain/message.ts';
import type { MessageRow } from '../schema.ts';

/** The details of a message as JSON for its row; null where there are none. */
export function serialiseDetails({ unsupported, mediaError }: MessageDetails): string | null {
	if (unsupported === undefined && mediaError === undefined) return null;
	return JSON.stringify({ unsupported, mediaError });
}

export function detailsOf({ details }: Pick<MessageRow, 'details'>): MessageDetails {
	return details === null ? {} : (JSON.parse(details) as MessageDetails);
}
