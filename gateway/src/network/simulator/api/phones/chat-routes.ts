import { Type } from 'typebox';
import { GatewayError } from '../../../../domain/error.ts';
import type { NetworkGroup } from '../../../../domain/group.ts';
import { chatIdOf } from '../../../../domain/phone.ts';
import { namedInstanceOrThrow } from '../../../../instances/find.ts';
import type { SimulatorControls } from '../../simulator.ts';
import { listInstances } from '../../../../store/instances/instances.ts';
import { countPhoneUnread, listPhoneMessages } from '../queries.ts';
import type { InstanceRow } from '../../../../store/schema.ts';
import type { Routes } from '../../../../http/server/dependencies.ts';
import { EXTENSION, IdOf } from '../../../../http/server/fields.ts';
import { BODY_ERRORS, Data, errorResponses } from '../../../../http/server/responses.ts';
import { ChatOfPhone, OnePhone, PhoneChat, PhoneHistoryPage, PhoneHistoryQuery, SendBody } from './schema.ts';
import { createReceiveMessage, deviceNotConnected, quotedField } from '../receive-message.ts';
import { phoneMessage } from './view.ts';
import { manualPhoneOrThrow } from './routes.ts';

const tags = ['Simulator'];
const Done = Type.Object({ success: Type.Boolean() });
const reads = { access: 'instances:write' as const };
const writes = { ...reads, requiresLease: true as const };
/** Most instances whose chats a phone lists. */
const INSTANCES_LIMIT = 100;

/** The chats and messages of phones controlled by hand (an addition). */
export function simulatedPhoneChatRoutes(controls: SimulatorControls): Routes {
	return (app, dependencies) => {
		const { store } = dependencies;
		const { phones } = controls;
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

		async function chatResponse(instance: InstanceRow, number: string, group: NetworkGroup | null) {
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

		app.get(
			'/simulator/v1/phones/:number/chats',
			{
				config: reads,
				schema: {
					tags,
					...EXTENSION,
					operationId: 'listPhoneChats',
					summary: 'List the chats of a phone: one per instance, and the groups it is in',
					params: OnePhone,
					response: {
						200: Data(Type.Array(PhoneChat)),
						...errorResponses('invalid_phone_number', 'contact_not_found'),
					},
				},
			},
			async (request) => {
				const { number } = manualPhoneOrThrow(controls, request.params.number);
				const all = await listInstances(store.read, { status: null, limit: INSTANCES_LIMIT, offset: 0 });
				const ofInstances = all.instances
					.filter(({ phone }) => phone !== null)
					.map(async (instance) => {
						const known = (await controls.groupsOf(instance.id)?.listGroups()) ?? [];
						const groups = known.filter((group) => isIn(group, number));
						return Promise.all([null, ...groups].map((group) => chatResponse(instance, number, group)));
					});
				const chats = (await Promise.all(ofInstances)).flat();
				return { success: true, data: chats.sort(latestFirst) };
			},
		);

		app.get(
			'/simulator/v1/phones/:number/messages',
			{
				config: writes,
				schema: {
					tags,
					...EXTENSION,
					operationId: 'listPhoneMessages',
					summary: 'List the messages of a chat on a phone, newest first',
					params: OnePhone,
					querystring: PhoneHistoryQuery,
					response: {
						200: PhoneHistoryPage,
						...errorResponses(
							'invalid_parameters',
							'invalid_phone_number',
							'contact_not_found',
							'invalid_instance',
							'group_not_found',
						),
					},
				},
			},
			async (request) => {
				const { limit = 50, before = null } = request.query;
				const { number } = request.params;
				const { instance, chatId } = await chatOrThrow(number, request.query);
				const chat = { instanceId: instance.id, chatId };
				// One row more than the page shows whether there is a next page.
				const rows = await listPhoneMessages(store.read, chat, { before, limit: limit + 1 });
				const hasMore = rows.length > limit;
				const page = rows.slice(0, limit);
				return {
					success: true,
					data: page.map((row) => phoneMessage(row, number, instance)),
					pagination: { hasMore, nextCursor: hasMore ? (page.at(-1)?.id ?? null) : null },
				};
			},
		);

		app.post(
			'/simulator/v1/phones/:number/messages',
			{
				config: writes,
				schema: {
					tags,
					...EXTENSION,
					operationId: 'writeOnPhone',
					summary: 'Send a text or a file from a phone, to an instance or a group',
					params: OnePhone,
					body: SendBody,
					response: {
						201: Data(Type.Object({ messageId: IdOf('msg', 'The message that arrived.') })),
						...errorResponses(
							...BODY_ERRORS,
							'invalid_phone_number',
							'contact_not_found',
							'phone_offline',
							'invalid_instance',
							'instance_disconnected',
							'group_not_found',
							'not_admin',
							'message_not_found',
							'invalid_media_url',
							'media_too_large',
							'media_download_failed',
						),
					},
				},
			},
			async (request, reply) => {
				const { instanceId, groupId, quotedMessageId, ...written } = request.body;
				const key = groupId === undefined ? { instanceId } : { instanceId, groupId };
				const { phone, instance, chatId, group } = await chatOrThrow(request.params.number, key);
				const chat = { instanceId: instance.id, chatId };
				throwIfOffline(phone);
				if (group !== null) throwIfReadOnly(group, phone.number);
				const quoted = await quotedField(store.read, chat, quotedMessageId);
				const messageId = await receiveMessage(instance.id, {
					senderId: chatIdOf(phone.number),
					contactName: phone.name,
					chatId,
					written,
					...quoted,
				});
				phones.stopTyping(phone.number, instance.id, chatId);
				reply.code(201);
				return { success: true, data: { messageId } };
			},
		);

		app.post(
			'/simulator/v1/phones/:number/read',
			{
				config: writes,
				schema: {
					tags,
					...EXTENSION,
					operationId: 'readOnPhone',
					summary: 'Read the messages of an instance on a phone',
					params: OnePhone,
					body: ChatOfPhone,
					response: { 200: Done, ...chatErrors() },
				},
			},
			async (request) => {
				const { phone, instance, group } = await chatOrThrow(request.params.number, request.body);
				throwIfOffline(phone);
				// Messages of groups are read automatically.
				if (group !== null) return { success: true };
				if (!(await phones.read(phone.number, instance.id))) throw deviceNotConnected();
				return { success: true };
			},
		);

		app.post(
			'/simulator/v1/phones/:number/typing',
			{
				config: writes,
				schema: {
					tags,
					...EXTENSION,
					operationId: 'typeOnPhone',
					summary: 'Show typing on a phone, which other phones in the chat see for five seconds',
					params: OnePhone,
					body: ChatOfPhone,
					response: { 200: Done, ...chatErrors() },
				},
			},
			async (request) => {
				const { phone, instance, chatId } = await chatOrThrow(request.params.number, request.body);
				throwIfOffline(phone);
				if (!phones.startTyping(phone.number, instance.id, chatId)) throw deviceNotConnected();
				return { success: true };
			},
		);
		return Promise.resolve();
	};
}

function chatErrors() {
	return errorResponses(
		...BODY_ERRORS,
		'invalid_phone_number',
		'contact_not_found',
		'phone_offline',
		'invalid_instance',
		'instance_disconnected',
		'group_not_found',
	);
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
