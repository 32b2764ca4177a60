import { Type } from 'typebox';
import { GatewayError } from '../../../../domain/error.ts';
import type { NetworkGroup } from '../../../../domain/group.ts';
import { chatIdOf } from '../../../../domain/phone.ts';
import { callerOf } from '../../../../http/server/authentication.ts';
import { routeDefiner } from '../../../../http/server/define-route.ts';
import type { Routes } from '../../../../http/server/dependencies.ts';
import { CursorPage, cursorPage } from '../../../../http/server/responses.ts';
import { namedInstanceOrThrow } from '../../../../instances/find.ts';
import { listInstances } from '../../../../store/instances/instances.ts';
import type { InstanceRow, MessageRow } from '../../../../store/schema.ts';
import type { SimulatorControls } from '../../simulator.ts';
import { countPhoneUnread, listPhoneMessages } from '../queries.ts';
import { createReceiveMessage, deviceNotConnected, quotedField } from '../receive-message.ts';
import { OF_CONNECTION, ReceivedMessage, SIMULATOR_ROUTES, Success } from '../schema.ts';
import { manualPhoneOrThrow } from './find-phone.ts';
import { ChatOfPhone, OnePhone, PhoneChat, PhoneHistoryQuery, PhoneMessage, SendBody } from './schema.ts';
import { phoneMessage } from './view.ts';

/** Codes any operation on a chat of a phone can answer with. */
const CHAT_ERRORS = [
	'invalid_phone_number',
	'contact_not_found',
	'phone_offline',
	'invalid_instance',
	'instance_disconnected',
	'group_not_found',
] as const;

/** Most instances whose chats a phone lists. */
const INSTANCES_LIMIT = 100;

/** The chats and messages of phones controlled by hand (an addition). */
export function simulatedPhoneChatRoutes(controls: SimulatorControls): Routes {
	return (app, dependencies) => {
		const { store } = dependencies;
		const { phones } = controls;
		const defineRoute = routeDefiner(app, SIMULATOR_ROUTES);
		const receiveMessage = createReceiveMessage(dependencies, controls);

		/** The chat with an instance, or a group the phone is in. Throws contact_not_found, invalid_instance, group_not_found. */
		async function chatOrThrow(number: string, key: { instanceId: string; groupId?: string }) {
			const phone = manualPhoneOrThrow(controls, number);
			const instance = await namedInstanceOrThrow(store.read, key.instanceId);
			if (key.groupId === undefined) {
				return { phone, instance, chatId: chatIdOf(number), group: null };
			}
			const group = (await controls.groupsOf(instance.id)?.any(key.groupId)) ?? null;
			if (group === null || !isIn(group, number)) throw notInGroup(number, key.groupId);
			return { phone, instance, chatId: group.id, group };
		}

		async function chatView(instance: InstanceRow, number: string, group: NetworkGroup | null) {
			const chat = { instanceId: instance.id, chatId: chatIdOf(group?.id ?? number) };
			const [last] = await listPhoneMessages(store.read, chat, { before: null, limit: 1 });
			const blocked = group === null && phones.of(number)?.blocked.includes(instance.id) === true;
			return {
				instanceId: instance.id,
				groupId: group?.id ?? null,
				name: group?.name ?? instance.name,
				phone: instance.phone,
				connected: instance.status === 'connected',
				blocked,
				unreadCount: group === null ? await countPhoneUnread(store.read, chat) : 0,
				typing: phones.listTyping(chat.instanceId, chat.chatId).filter((typist) => typist !== number),
				lastMessage: last === undefined ? null : phoneMessage(last, number, instance),
			};
		}

		defineRoute({
			method: 'GET',
			url: '/simulator/v1/phones/:number/chats',
			concerns: 'visible instances',
			operationId: 'listPhoneChats',
			summary: 'List the chats of a phone: one per instance, and the groups it is in',
			params: OnePhone,
			data: Type.Array(PhoneChat),
			errors: ['invalid_phone_number', 'contact_not_found'],
			handler: async (request) => {
				const { number } = manualPhoneOrThrow(controls, request.params.number);
				const visible = callerOf(request).instanceIds;
				const page = { visible, status: null, limit: INSTANCES_LIMIT, offset: 0 };
				const all = await listInstances(store.read, page);
				const ofInstances = all.instances
					.filter(({ phone }) => phone !== null)
					.map(async (instance) => {
						const known = (await controls.groupsOf(instance.id)?.listGroups()) ?? [];
						const groups = known.filter((group) => isIn(group, number));
						return Promise.all([null, ...groups].map((group) => chatView(instance, number, group)));
					});
				const chats = (await Promise.all(ofInstances)).flat();
				return chats.sort(latestFirst);
			},
		});

		defineRoute({
			method: 'GET',
			url: '/simulator/v1/phones/:number/messages',
			concerns: 'instance in query',
			config: OF_CONNECTION,
			operationId: 'listPhoneMessages',
			summary: 'List the messages of a chat on a phone, newest first',
			params: OnePhone,
			querystring: PhoneHistoryQuery,
			response: CursorPage(PhoneMessage),
			errors: ['invalid_phone_number', 'contact_not_found', 'invalid_instance', 'group_not_found'],
			handler: async ({ params: { number }, query }) => {
				const { limit = 50, before = null } = query;
				const { instance, chatId } = await chatOrThrow(number, query);
				const chat = { instanceId: instance.id, chatId };
				const rows = await listPhoneMessages(store.read, chat, { before, limit: limit + 1 });
				const view = (row: MessageRow) => phoneMessage(row, number, instance);
				return cursorPage(rows, limit, view, ({ id }) => id);
			},
		});

		defineRoute({
			method: 'POST',
			url: '/simulator/v1/phones/:number/messages',
			concerns: 'instance in body',
			config: OF_CONNECTION,
			operationId: 'writeOnPhone',
			summary: 'Send a text or a file from a phone, to an instance or a group',
			params: OnePhone,
			body: SendBody,
			status: 201,
			data: ReceivedMessage,
			errors: [
				...CHAT_ERRORS,
				'not_admin',
				'message_not_found',
				'invalid_media_url',
				'media_too_large',
				'media_download_failed',
			],
			handler: async (request) => {
				const { params, body } = request;
				const { instanceId, groupId, quotedMessageId, ...written } = body;
				const key = groupId === undefined ? { instanceId } : { instanceId, groupId };
				const { phone, instance, chatId, group } = await chatOrThrow(params.number, key);
				const chat = { instanceId: instance.id, chatId };
				throwIfOffline(phone);
				if (group !== null) throwIfReadOnly(group, phone.number);
				const quoted = await quotedField(store.read, chat, quotedMessageId);
				const senderId = chatIdOf(phone.number);
				const incoming = { senderId, contactName: phone.name, chatId, written, ...quoted };
				const messageId = await receiveMessage(instance.id, incoming, callerOf(request));
				phones.stopTyping(phone.number, instance.id, chatId);
				return { messageId };
			},
		});

		defineRoute({
			method: 'POST',
			url: '/simulator/v1/phones/:number/read',
			concerns: 'instance in body',
			config: OF_CONNECTION,
			operationId: 'readOnPhone',
			summary: 'Read the messages of an instance on a phone',
			params: OnePhone,
			body: ChatOfPhone,
			response: Success,
			errors: CHAT_ERRORS,
			handler: async ({ params, body }) => {
				const { phone, instance, group } = await chatOrThrow(params.number, body);
				throwIfOffline(phone);
				// Messages of groups are read automatically.
				if (group !== null) return { success: true };
				if (!(await phones.read(phone.number, instance.id))) throw deviceNotConnected();
				return { success: true };
			},
		});

		defineRoute({
			method: 'POST',
			url: '/simulator/v1/phones/:number/typing',
			concerns: 'instance in body',
			config: OF_CONNECTION,
			operationId: 'typeOnPhone',
			summary: 'Show typing on a phone, which other phones in the chat see for five seconds',
			params: OnePhone,
			body: ChatOfPhone,
			response: Success,
			errors: CHAT_ERRORS,
			handler: async ({ params, body }) => {
				const { phone, instance, chatId } = await chatOrThrow(params.number, body);
				throwIfOffline(phone);
				if (!phones.startTyping(phone.number, instance.id, chatId)) throw deviceNotConnected();
				return { success: true };
			},
		});
		return Promise.resolve();
	};
}

/** Orders chats by their last message, newest first; those without messages follow, by name. */
function latestFirst(a: PhoneChat, b: PhoneChat): number {
	const [latestA, latestB] = [a.lastMessage?.messageId ?? '', b.lastMessage?.messageId ?? ''];
	if (latestA !== latestB) return latestA < latestB ? 1 : -1;
	return a.name < b.name ? -1 : 1;
}

function isIn(group: NetworkGroup, number: string): boolean {
	return group.participants.some(({ phone }) => phone === number);
}

function throwIfOffline({ online, number }: { online: boolean; number: string }): void {
	if (online) return;
	throw new GatewayError(
		'phone_offline',
		`The phone ${number} is offline. Bring it back with PUT /simulator/v1/phones/${number} and {"online": true}.`,
	);
}

function throwIfReadOnly({ name, participants, settings }: NetworkGroup, number: string): void {
	const isAdmin = participants.some((member) => member.phone === number && member.isAdmin);
	if (isAdmin || !settings.announce) return;
	throw new GatewayError(
		'not_admin',
		`Only admins may write in the group "${name}". Make this phone an admin first.`,
	);
}

function notInGroup(number: string, groupId: string): GatewayError {
	return new GatewayError(
		'group_not_found',
		`The phone ${number} is in no group ${groupId} of a connected instance. List its chats with GET /simulator/v1/phones/${number}/chats.`,
	);
}
