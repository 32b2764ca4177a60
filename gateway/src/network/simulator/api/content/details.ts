import { GatewayError } from '../../../../domain/error.ts';
import type { MessageType } from '../../../../domain/messages/message.ts';
import {
	INTERACTIVE_LIMIT,
	type ContactCard,
	type MessageDetails,
} from '../../../../domain/messages/message-details.ts';
import {
	describeContacts,
	describeLocation,
	describeOrder,
	describePoll,
} from '../../../../domain/messages/message-description.ts';
import { chatIdOf } from '../../../../domain/phone.ts';
import { buildVcard } from '../../../../domain/messages/vcard.ts';
import type { WrittenFields } from './schema.ts';

/** The fields that determine the type of a message. */
const KINDS = ['location', 'contacts', 'poll', 'order'] as const;

/** The type of a message by its fields. Throws invalid_parameters where these contradict each other. */
export function typeOf(fields: WrittenFields): MessageType {
	const given = KINDS.filter((kind) => fields[kind] !== undefined);
	const [kind] = given;
	if (kind === undefined) {
		const type = fields.type ?? 'text';
		const missing = KINDS.find((other) => other === type);
		if (missing !== undefined) refuse(`A message of the type ${missing} needs "${missing}". Add it.`);
		return type;
	}
	if (given.length > 1 || fields.mediaUrl !== undefined) {
		refuse(
			'A message has one of "location", "contacts", "poll", "order" and "mediaUrl". Send several messages.',
		);
	}
	if (fields.type !== undefined && fields.type !== kind) {
		refuse(`"type" must be ${kind}, or absent, with "${kind}".`);
	}
	return kind;
}

/** The details of a message of this type. Throws invalid_parameters for details that the type cannot have. */
export function detailsOfFields(type: MessageType, fields: WrittenFields): MessageDetails {
	const { voice, duration, albumId, mentions, forwarded, ephemeral } = fields;
	if (voice === true && type !== 'audio') refuse('"voice" belongs to a message of the type audio.');
	if (duration !== undefined && type !== 'audio' && type !== 'video') {
		refuse('"duration" belongs to a message of the type audio or video.');
	}
	if (albumId !== undefined && type !== 'image' && type !== 'video') {
		refuse('"albumId" belongs to a message of the type image or video.');
	}
	return {
		...kindDetails(fields),
		...tapDetails(type, fields),
		...(voice === true ? { voice } : {}),
		...(duration === undefined ? {} : { duration }),
		...(albumId === undefined ? {} : { albumId }),
		...(mentions === undefined || mentions.length === 0
			? {}
			: { mentions: [...new Set(mentions.map(chatIdOf))] }),
		...(forwarded === true ? { forwarded } : {}),
		...(ephemeral === true ? { ephemeral } : {}),
		...referralDetails(fields),
	};
}

function kindDetails({ location, contacts, poll, order }: WrittenFields): MessageDetails {
	if (poll !== undefined && (poll.selectable ?? 1) > poll.options.length) {
		refuse(`"selectable" is ${poll.selectable ?? 1}, and the poll has ${poll.options.length} options.`);
	}
	return {
		...(location === undefined
			? {}
			: {
					location: {
						latitude: location.latitude,
						longitude: location.longitude,
						name: location.name ?? null,
						address: location.address ?? null,
						url: location.url ?? null,
						live: location.live ?? false,
					},
				}),
		...(contacts === undefined ? {} : { contacts: contacts.map(contactCard) }),
		...(poll === undefined ? {} : { poll: { ...poll, selectable: poll.selectable ?? 1 } }),
		...(order === undefined
			? {}
			: {
					order: {
						catalogId: order.catalogId ?? null,
						items: (order.items ?? []).map(({ productId, name = null, quantity, price = null }) => ({
							productId,
							name,
							quantity,
							price,
						})),
						total: order.total ?? null,
					},
				}),
	};
}

/** A contact with its card; a card that is absent is made of the name, the numbers and the addresses. */
function contactCard({
	name,
	phones = [],
	emails = [],
	vcard,
}: NonNullable<WrittenFields['contacts']>[number]): ContactCard {
	return { name, phones, emails, vcard: vcard ?? buildVcard({ name, phones, emails }) };
}

/** The tapped option, or the options of a message. */
function tapDetails(type: MessageType, { reply, interactive }: WrittenFields): MessageDetails {
	if ((reply !== undefined || interactive !== undefined) && type !== 'text') {
		refuse('"reply" and "interactive" belong to a message of the type text.');
	}
	if (reply?.data !== undefined && reply.data !== null) {
		if (reply.kind !== 'flow') refuse('"data" belongs to a reply of the kind flow.');
		if (Buffer.byteLength(JSON.stringify(reply.data)) > INTERACTIVE_LIMIT) {
			refuse(`"data" must not be larger than ${INTERACTIVE_LIMIT} bytes as JSON.`);
		}
	}
	return {
		...(reply === undefined ? {} : { reply: { ...reply, id: reply.id ?? null, data: reply.data ?? null } }),
		...(interactive === undefined
			? {}
			: {
					interactive: {
						header: interactive.header ?? null,
						body: interactive.body ?? null,
						footer: interactive.footer ?? null,
						options: (interactive.options ?? []).map(({ kind, id = null, title, value = null }) => ({
							kind,
							id,
							title,
							value,
						})),
					},
				}),
	};
}

function referralDetails({ referral }: WrittenFields): MessageDetails {
	if (referral === undefined) return {};
	const { id = null, url = null, title = null, text = null, ...rest } = referral;
	return { referral: { ...rest, id, url, title, text } };
}

/** The text of a message without a given one; null: a text is required. */
export function describeDetails({
	location,
	contacts,
	poll,
	order,
	reply,
	interactive,
}: MessageDetails): string | null {
	if (location !== undefined) return describeLocation(location);
	if (contacts !== undefined) return describeContacts(contacts);
	if (poll !== undefined) return describePoll(poll);
	if (order !== undefined) return describeOrder(order, null);
	if (reply !== undefined) return reply.title;
	if (interactive === undefined) return null;
	const words = [interactive.header, interactive.body, interactive.footer];
	return words.filter((part) => typeof part === 'string' && part !== '').join('\n') || null;
}

function refuse(problem: string): never {
	throw new GatewayError('invalid_parameters', problem);
}
