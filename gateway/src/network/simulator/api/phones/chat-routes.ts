import { Type } from 'typebox';
import { GatewayError } from '../../../../domain/error.ts';
import type { NetworkGroup } from '../../../../domain/group.ts';
import type { MessageId } from '../../../../domain/ids.ts';
import { chatIdOf } from '../../../../domain/phone.ts';
import { namedInstanceOrThrow } from '../../../../instances/find.ts';
import type { SimulatorControls } from '../../simulator.ts';
import { listInstances } from '../../../../store/instances/instances.ts';
import { countUnreadOnPhone, isInChat, listOnPhone } from '../phone-history.ts';
import type { InstanceRow } from '../../../../store/schema.ts';
import type { Routes } from '../../../../http/server/dependencies.ts';
import { EXTENSION, IdOf } from '../../../../http/server/fields.ts';
import { BODY_ERRORS, Data, errorResponses } from '../../../../http/server/responses.ts';
import {
	ChatOfPhone,
	OnePhone,
	PhoneChat,
	PhoneHistoryPage,
	PhoneHistoryQuery,
	WriteBody,
} from './schema.ts';
import { deviceNotConnected, incomingRequests } from '../incoming-requests.ts';
import { phoneMessage } from './view.ts';
import { manualPhoneOrThrow } from './routes.ts';

const tags = ['Simulator'];
const Done = Type.Object({ success: Type.Boolean() });
const reads = { access: 'instances:write' as const };
const writes = { ...reads, requiresLease: true as const };
/** Instances a phone lists: more than anybody tries out at once. */
const CHATS_LIMIT = 100;

/** What people see and write on the phones in their hands (an addition). */
export function simulatedPhoneChatRoutes(controls: SimulatorControls): Routes {
	return (app, dependencies) => {
		const { store } = dependencies;
		const { phones } = controls;
		const arrive = incomingRequests(dependencies, controls);

		/** The chat a request is about: with an instance, or a group the phone is in. */
		async function chatOf(number: string, of: { instanceId: string; groupId?: string }) {
			const phone = manualPhoneOrThrow(controls, number);
			const instance = await namedInstanceOrThrow(store.read, of.instanceId);
			if (of.groupId === undefined) {
				return { phone, instance, chatId: chatIdOf(number), group: null };
			}
			const group = (await controls.groupsOf(instance.id)?.any(of.groupId)) ?? null;
			if (group === null || !isIn(group, number)) throw notInGroup(number, of.groupId);
			return { phone, instance, chatId: group.id, group };
		}

		async function shownChat(instance: InstanceRow, number: string, group: NetworkGroup | null) {
			const chat = { instanceId: instance.id, chatId: chatIdOf(group?.id ?? number) };
			const [last] = await listOnPhone(store.read, chat, { before: null, limit: 1 });
			const blocked = group === null && phones.of(number)?.blocked.includes(instance.id) === true;
			return {
				instanceId: instance.id,
				groupId: group?.id ?? null,
				name: group?.name ?? instance.name,
				phone: instance.phone,
				connected: instance.status === 'connected',
				blocked,
				unreadCount: group === null ? await countUnreadOnPhone(store.read, chat) : 0,
				typing: phones.typing(chat.instanceId, chat.chatId).filter((one) => one !== number),
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
					summary: 'List the chats a phone shows: one an instance, and the groups it is in',
					params: OnePhone,
					response: {
						200: Data(Type.Array(PhoneChat)),
						...errorResponses('invalid_phone_number', 'contact_not_found'),
					},
				},
			},
			async (request) => {
				const { number } = manualPhoneOrThrow(controls, request.params.number);
				const all = await listInstances(store.read, { status: null, limit: CHATS_LIMIT, offset: 0 });
				const ofInstances = all.instances
					.filter(({ phone }) => phone !== null)
					.map(async (instance) => {
						const known = (await controls.groupsOf(instance.id)?.groups()) ?? [];
						const groups = known.filter((group) => isIn(group, number));
						return Promise.all([null, ...groups].map((group) => shownChat(instance, number, group)));
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
					summary: 'List the messages of a chat as the phone shows them, newest first',
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
				const { instance, chatId } = await chatOf(number, request.query);
				const chat = { instanceId: instance.id, chatId };
				// One more than asked for tells whether there is a next page.
				const rows = await listOnPhone(store.read, chat, { before, limit: limit + 1 });
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
					summary: 'The phone sends a text or a file, to an instance or into a group',
					params: OnePhone,
					body: WriteBody,
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
				const of = groupId === undefined ? { instanceId } : { instanceId, groupId };
				const { phone, instance, chatId, group } = await chatOf(request.params.number, of);
				const chat = { instanceId: instance.id, chatId };
				refuseOffline(phone);
				if (group !== null) refuseSilenced(group, phone.number);
				if (quotedMessageId !== undefined && !(await isInChat(store.read, chat, quotedMessageId))) {
					throw new GatewayError('message_not_found', 'The chat has no message with this quotedMessageId.');
				}
				const messageId = await arrive(instance.id, {
					senderId: chatIdOf(phone.number),
					contactName: phone.name,
					chatId,
					written,
					...(quotedMessageId === undefined ? {} : { quotedMessageId: quotedMessageId as MessageId }),
				});
				phones.written(phone.number, instance.id, chatId);
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
					summary: "The phone's holder reads what an instance wrote",
					params: OnePhone,
					body: ChatOfPhone,
					response: { 200: Done, ...chatErrors() },
				},
			},
			async (request) => {
				const { phone, instance, group } = await chatOf(request.params.number, request.body);
				refuseOffline(phone);
				// A group is read by all who are in it, and so by itself.
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
					summary: "The phone's holder types, which other phones in the chat see for five seconds",
					params: OnePhone,
					body: ChatOfPhone,
					response: { 200: Done, ...chatErrors() },
				},
			},
			async (request) => {
				const { phone, instance, chatId } = await chatOf(request.params.number, request.body);
				refuseOffline(phone);
				if (!phones.type(phone.number, instance.id, chatId)) throw deviceNotConnected();
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

/** The chat in which something was written last comes first; those where nothing was, by their names. */
function latestFirst(one: PhoneChat, other: PhoneChat): number {
	const [first, second] = [one.lastMessage?.messageId ?? '', other.lastMessage?.messageId ?? ''];
	if (first !== second) return first < second ? 1 : -1;
	return one.name < other.name ? -1 : 1;
}

function isIn(group: NetworkGroup, number: string): boolean {
	return group.participants.some(({ phone }) => phone === number);
}

function refuseOffline({ online, number }: { online: boolean; number: string }): void {
	if (online) return;
	throw new GatewayError(
		'phone_offline',
		`The phone ${number} is offline. Bring it back with PUT /simulator/v1/phones/${number} and {"online": true}.`,
	);
}

function refuseSilenced({ name, participants, settings }: NetworkGroup, number: string): void {
	const isAdmin = participants.some((one) => one.phone === number && one.isAdmin);
	if (isAdmin || !settings.announce) return;
	throw new GatewayError('not_admin', `Only admins may write in the group "${name}".`);
}

function notInGroup(number: string, groupId: string): GatewayError {
	return new GatewayError(
		'group_not_found',
		`The phone ${number} is in no group ${groupId} of a connected instance. List its chats with GET /simulator/v1/phones/${number}/chats.`,
	);
}
