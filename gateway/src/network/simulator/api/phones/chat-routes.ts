import { Type } from 'typebox';
import type { NetworkGroup } from '../../../../domain/chats/group.ts';
import { chatIdOf } from '../../../../domain/phone.ts';
import { callerOf } from '../../../../http/server/authentication/caller.ts';
import { routeDefiner } from '../../../../http/server/define-route.ts';
import type { Routes } from '../../../../http/server/dependencies.ts';
import { CursorPage, cursorPage } from '../../../../http/server/schemas/responses.ts';
import { listInstances } from '../../../../store/instances/instances.ts';
import type { InstanceRow } from '../../../../store/schema.ts';
import { isIn } from '../../groups/group-records.ts';
import type { SimulatorControls } from '../../simulator.ts';
import { countPhoneUnread, listPhoneMessages } from '../queries.ts';
import { createReceiveMessage, deviceNotConnected, quotedField } from '../receive-message.ts';
import { OF_CONNECTION, ReceivedMessage, SIMULATOR_ROUTES, Success } from '../schema.ts';
import { CHAT_ERRORS, chatOrThrow, throwIfOffline, throwIfReadOnly } from './chat-of-phone.ts';
import { manualPhoneOrThrow } from './find-phone.ts';
import { ChatOfPhone, OnePhone, PhoneChat, PhoneHistoryQuery, PhoneMessage, SendBody } from './schema.ts';
import { phoneMessages } from './view.ts';

/** Most instances whose chats a phone lists. */
const INSTANCES_LIMIT = 100;

/** The chats and messages of phones controlled by hand (an addition). */
export function simulatedPhoneChatRoutes(controls: SimulatorControls): Routes {
	return (app, dependencies) => {
		const { store } = dependencies;
		const { phones } = controls;
		const defineRoute = routeDefiner(app, SIMULATOR_ROUTES);
		const receiveMessage = createReceiveMessage(dependencies, controls);

		async function chatView(instance: InstanceRow, number: string, group: NetworkGroup | null) {
			const chat = { instanceId: instance.id, chatId: chatIdOf(group?.id ?? number) };
			const rows = await listPhoneMessages(store.read, chat, { before: null, limit: 1 });
			const [lastMessage = null] = await phoneMessages(store.read, rows, number, instance);
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
				lastMessage,
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
				const { instance, chatId } = await chatOrThrow(store.read, controls, number, query);
				const chat = { instanceId: instance.id, chatId };
				const rows = await listPhoneMessages(store.read, chat, { before, limit: limit + 1 });
				const shown = await phoneMessages(store.read, rows, number, instance);
				return cursorPage(
					shown,
					limit,
					(message) => message,
					({ messageId }) => messageId,
				);
			},
		});

		defineRoute({
			method: 'POST',
			url: '/simulator/v1/phones/:number/messages',
			concerns: 'instance in body',
			config: OF_CONNECTION,
			operationId: 'writeOnPhone',
			summary: 'Send a message from a phone, to an instance or a group',
			params: OnePhone,
			body: SendBody,
			status: 201,
			data: ReceivedMessage,
			errors: [
				...CHAT_ERRORS,
				'not_admin',
				'message_not_found',
				'official_api_instance',
				'invalid_media_url',
				'media_too_large',
				'media_download_failed',
			],
			handler: async (request) => {
				const { params, body } = request;
				const { instanceId, groupId, quotedMessageId, ...written } = body;
				const key = groupId === undefined ? { instanceId } : { instanceId, groupId };
				const { phone, instance, chatId, group } = await chatOrThrow(
					store.read,
					controls,
					params.number,
					key,
				);
				const chat = { instanceId: instance.id, chatId };
				throwIfOffline(phone);
				throwIfReadOnly(group, phone.number);
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
				const { phone, instance, group } = await chatOrThrow(store.read, controls, params.number, body);
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
				const { phone, instance, chatId } = await chatOrThrow(store.read, controls, params.number, body);
				throwIfOffline(phone);
				if (!(await phones.startTyping(phone.number, instance.id, chatId))) throw deviceNotConnected();
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
