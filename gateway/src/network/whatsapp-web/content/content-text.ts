import type { proto } from 'baileys';
import { eventLines, momentText } from './event-lines.ts';
import { joinLines, moneyOf, sanitizeText, textOrNull } from './sanitize-text.ts';

type Content = proto.IMessage;
type Kind = keyof Content;

/** Returns the text of one kind of message; null: it has no text. */
type TextOf<K extends Kind> = (part: NonNullable<Content[K]>) => string | null;

const textField = (part: { text?: string | null }) => textOrNull(part.text);
const channelInvitation = ({
	newsletterName,
	caption,
}: {
	newsletterName?: string | null;
	caption?: string | null;
}) => withLines(named('Invitation to a channel', newsletterName), caption);

/** Votes of a poll that its result lists. */
const MAX_RESULTS = 100;

const pollResult = ({ name, pollVotes }: proto.Message.IPollResultSnapshotMessage) =>
	withLines(
		named('Results of a poll', name),
		...(pollVotes ?? [])
			.slice(0, MAX_RESULTS)
			.map(({ optionName, optionVoteCount }) => `${optionName ?? ''}: ${String(optionVoteCount ?? 0)}`),
	);

/** By kind of message. The first kind in this order whose text is not null is shown. */
const TEXTS: { readonly [K in Kind]?: TextOf<K> } = {
	conversation: textOrNull,
	extendedTextMessage: textField,
	pollResultSnapshotMessage: pollResult,
	pollResultSnapshotMessageV3: pollResult,
	groupInviteMessage: (part) => withLines(named('Invitation to a group', part.groupName), part.caption),
	newsletterAdminInviteMessage: channelInvitation,
	newsletterFollowerInviteMessageV2: channelInvitation,
	productMessage: ({ product, body, footer }) =>
		withLines(
			named('Product', product?.title, money(product?.priceAmount1000, product?.currencyCode)),
			product?.description,
			body,
			footer,
		),
	invoiceMessage: (part) => named('Invoice', part.note),
	sendPaymentMessage: (part) => named('Payment', noteIn(part)),
	requestPaymentMessage: (part) =>
		named('Payment request', money(part.amount1000, part.currencyCodeIso4217), noteIn(part)),
	declinePaymentRequestMessage: () => 'The payment request was declined.',
	cancelPaymentRequestMessage: () => 'The payment request was cancelled.',
	paymentInviteMessage: () => 'Invitation to pay through WhatsApp',
	requestPhoneNumberMessage: () => 'Request for your phone number',
	eventMessage: (part) =>
		withLines(
			named(part.isCanceled === true ? 'Cancelled event' : 'Event', part.name),
			...eventLines(part),
			part.description,
		),
	call: () => 'Call',
	bcallMessage: () => 'Call',
	callLogMesssage: (part) => (part.isVideo === true ? 'Video call' : 'Voice call'),
	scheduledCallCreationMessage: (part) =>
		withLines(named('Planned call', part.title), momentText(part.scheduledTimestampMs)),
	stickerPackMessage: (part) => withLines(named('Sticker pack', part.name), part.caption),
	questionResponseMessage: textField,
	statusQuestionAnswerMessage: textField,
	statusQuotedMessage: textField,
	richResponseMessage: (part) => joinLines((part.submessages ?? []).map(({ messageText }) => messageText)),
};

/** The text of a message; null: it has none; undefined: it is of a kind without a text. */
export function contentText(content: Content): string | null | undefined {
	let result: string | null | undefined;
	for (const [kind, textOf] of Object.entries(TEXTS)) {
		const part: unknown = content[kind as Kind];
		if (part === null || part === undefined) continue;
		// TypeScript cannot relate the type of the part to its key in the table.
		result = (textOf as (part: unknown) => string | null)(part);
		if (result !== null) return sanitizeText(result);
	}
	return result;
}

/** Such as `Payment request: 5.00 EUR, lunch`. */
function named(what: string, ...details: (string | null | undefined)[]): string {
	const shown = details.filter((detail) => textOrNull(detail) !== null).join(', ');
	return shown === '' ? what : `${what}: ${shown}`;
}

function withLines(first: string, ...more: (string | null | undefined)[]): string | null {
	return joinLines([first, ...more]);
}

function money(thousandths: unknown, code: unknown): string | null {
	const value = moneyOf(thousandths, code);
	return value === null ? null : `${value.amount.toFixed(2)} ${value.currency}`;
}

/** The text that belongs to a payment. */
function noteIn({ noteMessage }: { noteMessage?: Content | null }): string | null {
	return textOrNull(noteMessage?.conversation) ?? textOrNull(noteMessage?.extendedTextMessage?.text);
}
