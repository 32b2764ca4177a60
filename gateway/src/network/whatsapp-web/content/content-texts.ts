import type { proto } from 'baileys';
import { cleaned, lines, present } from './bounded-text.ts';

type Content = proto.IMessage;
type Kind = keyof Content;

/** What a person reads of a part of a message; null where there is nothing to read. */
type TextOf<K extends Kind> = (part: NonNullable<Content[K]>) => string | null;

const poll = ({ name }: proto.Message.IPollCreationMessage) => labelled('poll', name);
const pollResult = ({ name }: proto.Message.IPollResultSnapshotMessage) => labelled('poll result', name);
const channel = (part: { newsletterName?: string | null }) =>
	labelled('channel invitation', part.newsletterName);
const text = (part: { text?: string | null }) => present(part.text);

/** How each kind of message reads that the specification has no type for, in this order. */
const TEXTS: { readonly [K in Kind]?: TextOf<K> } = {
	conversation: present,
	extendedTextMessage: text,
	// One that is empty was taken back.
	reactionMessage: (part) => {
		const emoji = present(part.text);
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
		labelled('contacts', (part.contacts ?? []).slice(0, CARDS).map(contactText).join('; ')),
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
	questionResponseMessage: text,
	statusQuestionAnswerMessage: text,
	statusQuotedMessage: text,
	richResponseMessage: (part) => lines((part.submessages ?? []).map(({ messageText }) => messageText)),
};

/** Contact cards of one message that are named. */
const CARDS = 100;

/** The text of a message; null where it has none, undefined where it is of no kind that has one. */
export function textOfKinds(content: Content): string | null | undefined {
	let read: string | null | undefined;
	for (const [kind, textOf] of Object.entries(TEXTS)) {
		const part: unknown = content[kind as Kind];
		if (part === null || part === undefined) continue;
		// The table has, under each kind, what reads a part of that kind.
		read = (textOf as (part: unknown) => string | null)(part);
		if (read !== null) return cleaned(read);
	}
	return read;
}

/** `[order] 3 items: please gift-wrap`. */
function labelled(label: string, ...details: (string | null | undefined)[]): string {
	const said = details.filter((detail) => present(detail) !== null).join(', ');
	return said === '' ? `[${label}]` : `[${label}] ${said}`;
}

/** What somebody chose of what they were offered: its words, or else the name its author has for it. */
function chosen(words: string | null | undefined, id: string | null | undefined): string {
	return present(words) ?? labelled('choice', id);
}

function locationText(location: proto.Message.ILocationMessage): string {
	const position = `${degrees(location.degreesLatitude, 90)}, ${degrees(location.degreesLongitude, 180)}`;
	return labelled('location', location.name, location.address, position);
}

function degrees(value: number | null | undefined, most: number): string {
	return typeof value === 'number' && Math.abs(value) <= most ? String(value) : '?';
}

function contactText({ displayName, vcard }: proto.Message.IContactMessage): string {
	const lists = (present(vcard) ?? '').matchAll(/^TEL[^:\r\n]*:([^\r\n]+)/gim);
	return [displayName ?? '', ...[...lists].map(([, phone]) => phone ?? '')].join(' ').trim();
}

function counted(items: number | null | undefined): string | null {
	if (typeof items !== 'number' || items <= 0) return null;
	return items === 1 ? '1 item' : `${items} items`;
}

/** A thousandth of the currency is WhatsApp's unit. */
function money(amount: unknown, currency: string | null | undefined): string | null {
	const value = Number(amount ?? 0) / 1000;
	return value > 0 && currency ? `${value.toFixed(2)} ${currency}` : null;
}

/** What was written to a payment, or as a comment. */
function noteIn({ noteMessage }: { noteMessage?: Content | null }): string | null {
	return present(noteMessage?.conversation) ?? present(noteMessage?.extendedTextMessage?.text);
}
