import { createHash } from 'node:crypto';
import { chatIdOf } from '../../../src/domain/phone.ts';
import { isMediaType, type MessageType } from '../../../src/domain/messages/message.ts';
import type { MessageDetails } from '../../../src/domain/messages/message-details.ts';
import type { Answer } from '../../support/client.ts';
import { file, type FileServer } from '../../support/servers/file-server.ts';
import type { TestGateway } from '../../support/gateway.ts';
import { mediaOf } from '../../support/media.ts';
import { until } from '../../support/until.ts';
import type { OtherEnd, PhoneMessage, WrittenMessage } from './network-under-test.ts';

/** The actions of people on the simulated network, and the content of their phones. */
export interface SimulatedEnd extends OtherEnd {
	fail(message: PhoneMessage, code: string): Promise<void>;
}

interface ShownMessage extends MessageDetails {
	messageId: string;
	isDeleted: boolean;
	type: MessageType;
	content: string;
	filename: string | null;
	caption: string | null;
	quotedMessageId: string | null;
}

/** The last message of each instance, to be repeated, and its id. */
const last = new Map<string, { body: object; messageId: string }>();
let written = 0;
/** Whether the last call of a person to an instance was rejected. */
const rejectedCalls = new Map<string, boolean>();

/** Acts for people and their phones through /simulator/v1. */
export function simulatedEnd(gateway: TestGateway, instanceId: string, files: FileServer): SimulatedEnd {
	const path = `/simulator/v1/instances/${instanceId}`;
	const done = async (answer: Promise<Answer>): Promise<Answer> => {
		const { status, body } = await answer;
		if (status >= 300) throw new Error(`The simulator answered ${JSON.stringify(body)}`);
		return answer;
	};
	const sight = (phone: string) => gateway.get(`${path}/chats/${chatIdOf(phone)}`);
	const hash = async (messageId: string): Promise<string> => {
		const answer = await mediaOf(gateway, messageId);
		return createHash('sha256')
			.update(Buffer.from(await answer.arrayBuffer()))
			.digest('hex');
	};

	const groupIds = async (): Promise<string[]> => {
		const groups = (await gateway.get(`/v1/groups?instanceId=${instanceId}`)).at('data') as { id: string }[];
		return groups.map(({ id }) => id);
	};
	const lastId = (): string => last.get(instanceId)?.messageId ?? '';
	/** Resolves with the newest message that fits once the phone has it. */
	const shown = (
		phone: string,
		what: string,
		fits: (message: ShownMessage) => boolean,
	): Promise<PhoneMessage> =>
		until(`${what} on ${phone}`, async (): Promise<PhoneMessage | null> => {
			const messages = ((await sight(phone)).at('data.messages') ?? []) as ShownMessage[];
			const found = messages.findLast(fits);
			if (found === undefined) return null;
			const { messageId, type, content, filename, caption, quotedMessageId, ...details } = found;
			return {
				id: messageId,
				phone,
				type,
				text: type === 'text' ? content : null,
				caption,
				filename,
				sha256: isMediaType(type) ? await hash(messageId) : null,
				replyTo: quotedMessageId,
				details,
			};
		});

	return {
		async complete() {
			await done(gateway.post(`${path}/scan`));
		},
		async endSession() {
			await done(gateway.post(`${path}/logout`));
			return 'logged_out';
		},
		async drop() {
			await done(gateway.post(`${path}/drop`));
		},
		// It is never overloaded: its connection drops for a moment.
		async overload() {
			await done(gateway.post(`${path}/drop`));
		},
		async write({ from, name, groupId, text, replyTo, details = {}, file: attached }: WrittenMessage) {
			written += 1;
			const body = {
				networkId: `written-${written}`,
				...senderOf(from),
				...(replyTo === undefined ? {} : { quotedMessageId: replyTo.id }),
				...(name === undefined ? {} : { contactName: name }),
				...(groupId === undefined ? {} : { chatId: groupId }),
				...(text === undefined ? {} : { content: text }),
				...details,
				...(attached === undefined
					? {}
					: {
							type: attached.type,
							mediaUrl: files.serve(`/${written}`, file(attached.bytes, attached.mimeType)),
						}),
			};
			const answer = await done(gateway.post(`${path}/messages`, body));
			// Null: the account has blocked the sender, so the message does not arrive.
			const messageId = answer.at('data.messageId');
			if (typeof messageId === 'string') last.set(instanceId, { body, messageId });
		},
		async writeUnsupported(from) {
			const unsupported = { reason: 'view_once' } as const;
			await done(gateway.post(`${path}/messages`, { ...senderOf(from), unsupported }));
			return unsupported.reason;
		},
		async writeWithoutContent({ from, text }) {
			written += 1;
			const message = { networkId: `written-${written}`, ...senderOf(from) };
			await done(gateway.post(`${path}/messages`, { ...message, unsupported: { reason: 'waiting' } }));
			return async () => {
				await done(gateway.post(`${path}/messages`, { ...message, content: text }));
			};
		},
		async repeatLast() {
			await done(gateway.post(`${path}/messages`, last.get(instanceId)?.body));
		},
		async writeOnPhone(to, text) {
			await done(gateway.post(`${path}/echoes`, { to, content: text }));
		},
		async react({ id }, emoji) {
			await done(gateway.put(`${path}/messages/${id}/reaction`, { emoji }));
		},
		async editLast(_from, text) {
			const body = JSON.stringify({ content: text });
			await done(
				gateway.request(`${path}/messages/${lastId()}`, { method: 'PATCH', headers: gateway.headers, body }),
			);
		},
		async deleteLast() {
			await done(gateway.delete(`${path}/messages/${lastId()}`));
		},
		async vote({ id }, options) {
			await done(gateway.post(`${path}/polls/${id}/votes`, { options }));
		},
		async reveal(id, phone) {
			await done(gateway.post(`${path}/contacts/${id}/reveal`, { phone }));
		},
		received: (phone, text) =>
			shown(phone, `"${text}"`, ({ type, content, caption }) => {
				return (type === 'text' ? content : (caption ?? '')) === text;
			}),
		receivedKind: (phone, kind) => shown(phone, kind, ({ type }) => type === kind),
		async sees({ id, phone }) {
			const chat = await sight(phone);
			const messages = (chat.at('data.messages') ?? []) as ShownMessage[];
			const reactions = (chat.at('data.reactions') ?? []) as { messageId: string; emoji: string }[];
			const found = messages.find(({ messageId }) => messageId === id);
			return {
				text: found === undefined || found.isDeleted ? null : found.content,
				reaction: reactions.find(({ messageId }) => messageId === id)?.emoji ?? null,
			};
		},
		async receipts({ id }, ...steps) {
			for (const status of steps) await done(gateway.post(`${path}/messages/${id}/receipts`, { status }));
		},
		async fail({ id }, code) {
			const error = { code, message: 'The network says why.' };
			await done(gateway.post(`${path}/messages/${id}/receipts`, { status: 'failed', error }));
		},
		seesRead: async (phone) => (await sight(phone)).at('data.readAt') !== null,
		seesTyping: async (phone) => (await sight(phone)).at('data.typingAt') !== null,
		startGroup: async (from, name) =>
			(await done(gateway.post(`${path}/groups`, { from, name }))).text('data.id'),
		async leaveGroup(groupId) {
			const own = (await gateway.get(`/v1/instances/${instanceId}`)).text('data.phone');
			const body = { action: 'remove', participants: [own] };
			await done(gateway.post(`${path}/groups/${groupId}/participants`, body));
		},
		async seesGroup(groupId) {
			const group = await done(gateway.get(`${path}/groups/${groupId}`));
			const settings = group.at('data.settings') as { announce: boolean; restrict: boolean };
			return {
				...settings,
				name: group.text('data.name'),
				description: group.at('data.description') as string | null,
				hasPicture: group.at('data.pictureUrl') !== null,
				participants: (group.at('data.participants') as { phone: string }[]).map(({ phone }) => phone),
			};
		},
		inviteTo: async (groupId) => (await done(gateway.get(`${path}/groups/${groupId}`))).text('data.invite'),
		async joinByInvite(person, invite) {
			for (const groupId of await groupIds()) {
				const body = { action: 'join', participants: [person], invite };
				if ((await gateway.patch(`${path}/groups/${groupId}/participants`, body)).status === 200) return true;
			}
			return false;
		},
		async changeGroup(by, groupId, { picture, ...settings }) {
			const shown = picture === undefined ? {} : { pictureUrl: 'https://pictures.simulator.example/of.jpg' };
			await done(gateway.patch(`${path}/groups/${groupId}`, { by, ...settings, ...shown }));
		},
		async changeMembers(by, groupId, action, participants) {
			const body = { by, action, participants };
			await done(gateway.patch(`${path}/groups/${groupId}/participants`, body));
		},
		async changeChatOnPhone(person, { mutedUntil, ...changes }) {
			const time = typeof mutedUntil === 'number' ? new Date(mutedUntil).toISOString() : mutedUntil;
			const muted = time === undefined ? {} : { mutedUntil: time };
			await done(gateway.patch(`${path}/chats/${chatIdOf(person)}`, { ...changes, ...muted }));
		},
		async seesChat(person) {
			const shown = (await sight(person)).at('data.onPhone') as {
				archived: boolean;
				pinned: boolean;
				unread: boolean;
				mutedUntil: string | null;
			};
			return { ...shown, mutedUntil: shown.mutedUntil === null ? null : Date.parse(shown.mutedUntil) };
		},
		async hasBlocked(person) {
			const listed = (await gateway.get(`/v1/contacts?instanceId=${instanceId}&limit=500`)).at('data');
			const contacts = listed as { phone: string; isBlocked: boolean }[];
			return contacts.find(({ phone }) => phone === person)?.isBlocked === true;
		},
		async seesProfile() {
			const own = (await gateway.get(`/v1/instances/${instanceId}`)).text('data.phone');
			const shown = await gateway.get(`/v1/contacts/${own}/profile?instanceId=${instanceId}`);
			return {
				name: shown.at('data.name') as string | null,
				about: shown.at('data.about') as string | null,
				hasPicture: shown.at('data.profilePicUrl') !== null,
			};
		},
		async showPresence(from, state) {
			await done(gateway.post(`${path}/presence`, { from, state }));
		},
		async call(from, video) {
			const answer = await done(gateway.post(`${path}/calls`, { from, video }));
			rejectedCalls.set(`${instanceId} ${from}`, answer.at('data.rejected') === true);
		},
		seesRejection: (person) => Promise.resolve(rejectedCalls.get(`${instanceId} ${person}`) === true),
		async restrict({ kind, until: end }) {
			const time = end === null ? null : new Date(end).toISOString();
			await done(gateway.post(`${path}/restriction`, { kind, until: time }));
		},
		async liftRestriction() {
			await done(gateway.delete(`${path}/restriction`));
		},
		async enterPairingCode(_phone, code) {
			return (await gateway.post(`${path}/pairing`, { code })).status === 200;
		},
		async syncHistory() {
			const answer = await done(gateway.post(`${path}/history`, { messages: 40, chats: 4 }));
			return Number(answer.at('data.messages'));
		},
	};
}

/** Returns the sender's fields of a simulator request. */
function senderOf(from: string): { from: string | null; senderId?: string } {
	return from.includes('@') ? { from: null, senderId: from } : { from };
}
