import type { proto } from 'baileys';
import { sanitizeText, joinLines, textOrNull } from './sanitize-text.ts';

type Content = proto.IMessage;
type Kind = keyof Content;

/** Returns the text of one kind of message; null: it has no text. */
type TextOf<K extends Kind> = (part: NonNullable<Content[K]>) => string | null;

const poll = ({ name }: proto.Message.IPollCreationMessage) => labelled('poll', name);
const pollResult = ({ name }: proto.Message.IPollResultSnapshotMessage) => labelled('poll result', name);
const channel = (part: { newsletterName?: string | null }) =>
	labelled('channel invitation', part.newsletterName);
const textField = (part: { text?: string | null }) => textOrNull(part.text);

/** By kind of message. The first kind in this order whose text is not null is shown. */
const TEXTS: { readonly [K in Kind]?: TextOf<K> } = {
	conversation: textOrNull,
	extendedTextMessage: textField,
	// An empty reaction removes an earlier one.
	reactionMessage: (part) => {
		const emoji = textOrNull(part.text);
		return emoji === null ? null : labelled('reaction', emoji);
	},
	buttonsResponseMessage: (part) => chosen(part.selectedDisplayText, part.selectedButtonId),
	templateButtonReplyMessage: (part) => chosen(part.selectedDisplayText, part.selectedId),
	listResponseMessage: (part) => chosen(part.title, part.singleSelectReply?.selectedRowId),
	interactiveResponseMessage: (part) => chosen(part.body?.text, null),
	locationMessage: locationText,
	liveLocationMessage: locationText,
	contactMessage: (part) => labelled('contacts', contactText(part)),
	contactsArrayMessage: (part) =>
		labelled('contacts', (part.contacts ?? []).slice(0, MAX_CONTACTS).map(contactText).join('; ')),
	pollCreationMessage: poll,
	pollCreationMessageV2: poll,
	pollCreationMessageV3: poll,
	pollCreationMessageV5: poll,
	pollResultSnapshotMessage: pollResult,
	pollResultSnapshotMessageV3: pollResult,
	groupInviteMessage: (part) => labelled('group invitation', part.groupName, part.caption),
	newsletterAdminInviteMessage: channel,
	newsletterFollowerInviteMessageV2: channel,
	orderMessage: (part) =>
		labelled(
			'order',
			counted(part.itemCount),
			money(part.totalAmount1000, part.totalCurrencyCode),
			part.message,
		),
	productMessage: ({ product, body, footer }) =>
		labelled('product', product?.title, money(product?.priceAmount1000, product?.currencyCode), body, footer),
	invoiceMessage: (part) => labelled('invoice', part.note),
	sendPaymentMessage: (part) => labelled('payment', noteIn(part)),
	requestPaymentMessage: (part) =>
		labelled('payment request', money(part.amount1000, part.currencyCodeIso4217), noteIn(part)),
	declinePaymentRequestMessage: () => '[payment request declined]',
	cancelPaymentRequestMessage: () => '[payment request cancelled]',
	paymentInviteMessage: () => '[payment invitation]',
	requestPhoneNumberMessage: () => '[request for the phone number]',
	eventMessage: (part) =>
		labelled(part.isCanceled === true ? 'event cancelled' : 'event', part.name, part.description),
	call: () => '[call]',
	bcallMessage: () => '[call]',
	callLogMesssage: (part) => (part.isVideo === true ? '[video call]' : '[call]'),
	scheduledCallCreationMessage: (part) => labelled('call planned', part.title),
	stickerPackMessage: (part) => labelled('sticker pack', part.name, part.caption),
	commentMessage: (part) => labelled('comment', noteIn({ noteMessage: part.message ?? null })),
	questionResponseMessage: textField,
	statusQuestionAnswerMessage: textField,
	statusQuotedMessage: textField,
	richResponseMessage: (part) => joinLines((part.submessages ?? []).map(({ messageText }) => messageText)),
};

/** Contacts of one message that are shown. */
const MAX_CONTACTS = 100;

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

/** Such as `[order] 3 items, please gift-wrap`. */
function labelled(label: string, ...details: (string | null | undefined)[]): string {
	const shown = details.filter((detail) => textOrNull(detail) !== null).join(', ');
	return shown === '' ? `[${label}]` : `[${label}] ${shown}`;
}

/** The text of the button or list entry that the sender chose; without a text, its id. */
function chosen(text: string | null | undefined, id: string | null | undefined): string {
	return textOrNull(text) ?? labelled('choice', id);
}

function locationText(location: proto.Message.ILocationMessage): string {
	const position = `${degrees(location.degreesLatitude, 90)}, ${degrees(location.degreesLongitude, 180)}`;
	return labelled('location', location.name, location.address, position);
}

function degrees(value: number | null | undefined, max: number): string {
	return typeof value === 'number' && Math.abs(value) <= max ? String(value) : '?';
}

function contactText({ displayName, vcard }: proto.Message.IContactMessage): string {
	const lines = (textOrNull(vcard) ?? '').matchAll(/^TEL[^:\r\n]*:([^\r\n]+)/gim);
	return [displayName ?? '', ...[...lines].map(([, phone]) => phone ?? '')].join(' ').trim();
}

function counted(items: number | null | undefined): string | null {
	if (typeof items !== 'number' || items <= 0) return null;
	return items === 1 ? '1 item' : `${items} items`;
}

/** `amount` is in thousandths of the currency's unit. */
function money(amount: unknown, currency: string | null | undefined): string | null {
	const value = Number(amount ?? 0) / 1000;
	return value > 0 && currency ? `${value.toFixed(2)} ${currency}` : null;
}

/** The text that belongs to a payment or a comment. */
function noteIn({ noteMessage }: { noteMessage?: Content | null }): string | null {
	return textOrNull(noteMessage?.conversation) ?? textOrNull(noteMessage?.extendedTextMessage?.text);
}
