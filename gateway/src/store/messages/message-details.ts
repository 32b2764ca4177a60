import type { MessageDetails, SentDetails } from '../../domain/messages/message-details.ts';
import type { MessageRow } from '../schema.ts';

const DETAILS = {
	voice: true,
	duration: true,
	location: true,
	contacts: true,
	poll: true,
	order: true,
	reply: true,
	interactive: true,
	albumId: true,
	unsupported: true,
	mediaError: true,
	mentions: true,
	forwarded: true,
	ephemeral: true,
	referral: true,
	linkPreview: true,
} satisfies Record<keyof (MessageDetails & SentDetails), true>;

/** The details among the properties of a message, as JSON for its row; null where there are none. */
export function serialiseDetails(message: MessageDetails & SentDetails): string | null {
	const details = Object.entries(message).filter(([name, value]) => name in DETAILS && value !== undefined);
	return details.length === 0 ? null : JSON.stringify(Object.fromEntries(details));
}

/** The details of a message as clients see them. */
export function detailsOf(row: Pick<MessageRow, 'details'>): MessageDetails {
	const details = sentDetailsOf(row);
	delete details.linkPreview;
	return details;
}

/** The details of a message, including those that only sending needs. */
export function sentDetailsOf({ details }: Pick<MessageRow, 'details'>): MessageDetails & SentDetails {
	return details === null ? {} : (JSON.parse(details) as MessageDetails & SentDetails);
}
