import { chatIdOf } from '../../../../domain/phone.ts';
import { callerOf } from '../../../../http/server/authentication/caller.ts';
import { routeDefiner } from '../../../../http/server/define-route.ts';
import type { Routes } from '../../../../http/server/dependencies.ts';
import type { SimulatorControls } from '../../simulator.ts';
import { actorOf, createChangeMessage, type ChangeOfMessage } from '../changes.ts';
import { createReceiveMessage } from '../receive-message.ts';
import { OF_CONNECTION, ReceivedMessage, SIMULATOR_ROUTES, Success } from '../schema.ts';
import { CHAT_ERRORS, shownMessageOrThrow, throwIfOffline, type ChatKey } from './chat-of-phone.ts';
import { pressedReply } from './press.ts';
import {
	ChatOfPhone,
	EditOnPhoneBody,
	OneMessageOfPhone,
	PressBody,
	ReactOnPhoneBody,
	VoteOnPhoneBody,
} from './schema.ts';

const CHANGE_ERRORS = [...CHAT_ERRORS, 'message_not_found', 'message_deleted'] as const;
/** Deleting a deleted message changes nothing. */
const DELETION_ERRORS = CHANGE_ERRORS.filter((code) => code !== 'message_deleted');

/** Changes of the messages on a phone controlled by hand (an addition). */
export function simulatedPhoneChangeRoutes(controls: SimulatorControls): Routes {
	return (app, dependencies) => {
		const { store } = dependencies;
		const defineRoute = routeDefiner(app, {
			...SIMULATOR_ROUTES,
			concerns: 'instance in body',
			config: OF_CONNECTION,
		});
		const changeMessage = createChangeMessage(dependencies, controls);
		const receiveMessage = createReceiveMessage(dependencies, controls);

		async function change(
			params: { number: string; messageId: string },
			key: ChatKey,
			what: ChangeOfMessage,
		): Promise<{ success: true }> {
			const { phone, instance, row } = await shownMessageOrThrow(store.read, controls, params, key);
			throwIfOffline(phone);
			const actor = actorOf(instance, chatIdOf(phone.number), phone.name);
			await changeMessage({ instance, row, actor, change: what });
			return { success: true };
		}

		defineRoute({
			method: 'PUT',
			url: '/simulator/v1/phones/:number/messages/:messageId/reaction',
			operationId: 'reactOnPhone',
			summary: 'React to a message on a phone, or remove the reaction',
			params: OneMessageOfPhone,
			body: ReactOnPhoneBody,
			response: Success,
			errors: CHANGE_ERRORS,
			handler: ({ params, body: { emoji, ...key } }) => change(params, key, { change: 'reaction', emoji }),
		});

		defineRoute({
			method: 'PATCH',
			url: '/simulator/v1/phones/:number/messages/:messageId',
			operationId: 'editOnPhone',
			summary: 'Edit a message that a phone wrote, within 15 minutes as on WhatsApp',
			params: OneMessageOfPhone,
			body: EditOnPhoneBody,
			response: Success,
			errors: [...CHANGE_ERRORS, 'not_own_message', 'message_too_old'],
			handler: ({ params, body: { content, ...key } }) => change(params, key, { change: 'edit', content }),
		});

		defineRoute({
			method: 'DELETE',
			url: '/simulator/v1/phones/:number/messages/:messageId',
			concerns: 'instance in query',
			operationId: 'deleteOnPhone',
			summary: 'Delete a message for everyone on a phone, within 60 hours as on WhatsApp',
			description: 'A phone deletes what it wrote; an admin of a group deletes the messages of others too.',
			params: OneMessageOfPhone,
			querystring: ChatOfPhone,
			response: Success,
			errors: [...DELETION_ERRORS, 'not_own_message', 'not_admin', 'message_too_old'],
			handler: ({ params, query }) => change(params, query, { change: 'deletion' }),
		});

		defineRoute({
			method: 'PUT',
			url: '/simulator/v1/phones/:number/messages/:messageId/vote',
			operationId: 'voteOnPhone',
			summary: 'Vote in a poll on a phone; each vote replaces the one before',
			params: OneMessageOfPhone,
			body: VoteOnPhoneBody,
			response: Success,
			errors: [...CHANGE_ERRORS, 'official_api_instance'],
			handler: ({ params, body: { options, ...key } }) => change(params, key, { change: 'vote', options }),
		});

		defineRoute({
			method: 'POST',
			url: '/simulator/v1/phones/:number/messages/:messageId/press',
			operationId: 'pressOnPhone',
			summary: 'Tap a button or an entry of a list on a phone, or complete a flow',
			description: 'The instance receives a text with the title of the button, and with `reply`.',
			params: OneMessageOfPhone,
			body: PressBody,
			status: 201,
			data: ReceivedMessage,
			errors: [...CHAT_ERRORS, 'message_not_found'],
			handler: async (request) => {
				const { option, data, ...key } = request.body;
				const shown = await shownMessageOrThrow(store.read, controls, request.params, key);
				const { phone, instance, chatId, row } = shown;
				throwIfOffline(phone);
				const written = pressedReply(row, option, data);
				const sender = { senderId: chatIdOf(phone.number), contactName: phone.name, chatId };
				const incoming = { ...sender, written, quotedMessageId: row.id };
				return { messageId: await receiveMessage(instance.id, incoming, callerOf(request)) };
			},
		});
		return Promise.resolve();
	};
}
