import type { MessageDetails } from '../../../src/domain/messages/message-details.ts';
import type { MessageType } from '../../../src/domain/messages/message.ts';
import type { RecordedRequest } from '../../cloud-api-server/world.ts';
import { at } from '../../support/json.ts';
import type { PhoneMessage, SeenMessage } from './network-under-test.ts';

/** Returns the messages of these requests to Meta as phones show them, oldest first. */
export function phoneMessages(requests: readonly RecordedRequest[]): PhoneMessage[] {
	return requests.flatMap((request) => {
		const message = phoneMessage(request, requests);
		if (message !== null && request.violation !== null) throw new Error(request.violation);
		return message ?? [];
	});
}

/** Returns what a phone shows of a message now. */
export function seenOnPhone(requests: readonly RecordedRequest[], { id, text }: PhoneMessage): SeenMessage {
	const reactions = requests.filter(
		({ body, wamid }) => wamid !== undefined && at(body, 'reaction.message_id') === id,
	);
	const emoji = stringOrNull(at(reactions.at(-1)?.body, 'reaction.emoji'));
	return { text, reaction: emoji === '' ? null : emoji };
}

/** Null: the request was rejected or is no message. */
function phoneMessage(
	{ body, purpose, wamid }: RecordedRequest,
	requests: readonly RecordedRequest[],
): PhoneMessage | null {
	if (purpose !== 'messages' || wamid === undefined) return null;
	const type = String(at(body, 'type'));
	if (type === 'reaction') return null;
	const part = at(body, type);
	const upload = requests.find(({ mediaId }) => mediaId !== undefined && mediaId === at(part, 'id'));
	return {
		id: wamid,
		phone: stringOrNull(at(body, 'to')) ?? `${String(at(body, 'recipient'))}@bsuid`,
		type: type === 'template' || type === 'interactive' ? 'text' : (type as MessageType),
		text: type === 'text' ? String(at(part, 'body')) : stringOrNull(at(part, 'body.text')),
		caption: stringOrNull(at(part, 'caption')),
		filename: stringOrNull(at(part, 'filename')),
		sha256: stringOrNull(at(upload?.body, 'file.sha256')),
		replyTo: stringOrNull(at(body, 'context.message_id')),
		details: detailsOf(type, part),
	};
}

function detailsOf(type: string, part: unknown): MessageDetails {
	switch (type) {
		case 'location':
			return {
				location: {
					latitude: Number(at(part, 'latitude')),
					longitude: Number(at(part, 'longitude')),
					name: stringOrNull(at(part, 'name')),
					address: stringOrNull(at(part, 'address')),
					url: null,
					live: false,
				},
			};
		case 'contacts':
			return {
				contacts: (part as unknown[]).map((contact) => ({
					name: String(at(contact, 'name.formatted_name')),
					phones: textsAt(contact, 'phones', 'phone'),
					emails: textsAt(contact, 'emails', 'email'),
					vcard: '',
				})),
			};
		case 'interactive':
			return { interactive: part as Record<string, unknown> };
		case 'audio':
			return at(part, 'voice') === true ? { voice: true } : {};
		default:
			return {};
	}
}

function textsAt(contact: unknown, list: string, field: string): string[] {
	return ((at(contact, list) ?? []) as unknown[]).map((entry) => String(at(entry, field)));
}

function stringOrNull(value: unknown): string | null {
	return typeof value === 'string' ? value : null;
}
