import type { MessageDetails, Reply } from '../../../src/domain/messages/message-details.ts';
import type { ReceivedDetails } from '../../whatsapp-server/log.ts';
import type { ToSend } from '../../whatsapp-server/phone/outbox/to-send.ts';
import type { WrittenMessage } from './network-under-test.ts';

/** A week, as people set it for a chat. */
const EXPIRATION = 7 * 86_400;

/** Returns what a phone of the stand-in sends for a message of the contract. */
export function toSend({
	text,
	details = {},
	file,
}: Pick<WrittenMessage, 'text' | 'details' | 'file'>): ToSend {
	const { location, contacts, poll, order, reply, referral, mentions, forwarded, ephemeral } = details;
	return {
		...(text === undefined ? {} : { text }),
		...(file === undefined ? {} : { file: fileToSend(file, text, details) }),
		...(location === undefined ? {} : { location: locationToSend(location) }),
		...(contacts === undefined ? {} : { contacts: contacts.map(({ name, vcard }) => ({ name, vcard })) }),
		...(poll === undefined ? {} : { poll }),
		...(order === undefined ? {} : { order: orderToSend(order) }),
		...(reply === undefined ? {} : { reply: replyToSend(reply) }),
		...(referral === undefined ? {} : { advertisement: advertisementOf(referral) }),
		...(mentions === undefined ? {} : { mentions }),
		...(forwarded === true ? { forwarded } : {}),
		...(ephemeral === true ? { expiration: EXPIRATION } : {}),
	};
}

/** Returns what a phone shows of a message beside its text. */
export function detailsOf({ contacts, poll, location, ...details }: ReceivedDetails): MessageDetails {
	return {
		...details,
		...(location === undefined
			? {}
			: {
					location: {
						latitude: location.degreesLatitude,
						longitude: location.degreesLongitude,
						name: location.name ?? null,
						address: location.address ?? null,
						url: location.url ?? null,
						live: false,
					},
				}),
		...(contacts === undefined
			? {}
			: {
					contacts: contacts.map(({ displayName, vcard }) => ({
						name: displayName,
						phones: [...vcard.matchAll(/^TEL[^:]*:([^\r\n]*)/gim)].map(([, phone]) => phone ?? ''),
						emails: [],
						vcard,
					})),
				}),
		...(poll === undefined
			? {}
			: {
					poll: {
						question: poll.name,
						options: poll.options.map(({ optionName }) => optionName),
						selectable: poll.selectableOptionsCount ?? 0,
					},
				}),
	};
}

function fileToSend(
	{ type, mimeType, bytes }: NonNullable<WrittenMessage['file']>,
	caption: string | undefined,
	{ voice }: MessageDetails,
): NonNullable<ToSend['file']> {
	return {
		type,
		mimeType,
		base64: bytes.toString('base64'),
		...(caption === undefined ? {} : { caption }),
		...(voice === true ? { voice } : {}),
	};
}

function locationToSend({
	latitude,
	longitude,
	name,
	address,
	live,
}: NonNullable<MessageDetails['location']>) {
	return {
		latitude,
		longitude,
		live,
		...(name === null ? {} : { name }),
		...(address === null ? {} : { address }),
	};
}

function orderToSend({ items, total }: NonNullable<MessageDetails['order']>) {
	const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
	return { items: count, total: total?.amount ?? 0, currency: total?.currency ?? 'EUR' };
}

function replyToSend({ kind, id, title, data }: Reply): NonNullable<ToSend['reply']> {
	const shown = kind === 'template_button' ? 'button' : kind;
	return { kind: shown, id: id ?? '', title, ...(data === null ? {} : { data }) };
}

function advertisementOf({ id, url, title, text }: NonNullable<MessageDetails['referral']>) {
	return {
		id: id ?? '',
		...(url === null ? {} : { url }),
		...(title === null ? {} : { title }),
		...(text === null ? {} : { text }),
	};
}
