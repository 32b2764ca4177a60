import type { Static } from 'typebox';
import { GatewayError } from '../../../../domain/error.ts';
import { chatIdOf, isGroupJid } from '../../../../domain/phone.ts';
import { routeDefiner } from '../../../../http/server/define-route.ts';
import type { Routes } from '../../../../http/server/dependencies.ts';
import { instanceOrThrow } from '../../../../instances/find-instance.ts';
import { currentIdOf } from '../../../../store/chats/person-ids.ts';
import { findMessage } from '../../../../store/messages/messages.ts';
import type { Db, InstanceRow, MessageRow } from '../../../../store/schema.ts';
import type { Actor } from '../../../network-event.ts';
import type { SimulatorControls } from '../../simulator.ts';
import { actorOf, authorOf, createChangeMessage, type ChangeOfMessage } from '../changes.ts';
import { OF_CONNECTION, ROUTES_OF_INSTANCE, Success } from '../schema.ts';
import { DeletionQuery, EditBody, OneMessage, ReactionBody, VoteBody, type Who } from './change-schema.ts';

/** Codes that each change of a message can answer with. */
const CHANGE_ERRORS = [
	'invalid_phone_number',
	'instance_not_found',
	'message_not_found',
	'instance_disconnected',
	'message_not_sent',
	'message_deleted',
] as const;
/** Deleting a deleted message changes nothing. */
const DELETION_ERRORS = CHANGE_ERRORS.filter((code) => code !== 'message_deleted');

/** People react to messages, edit and delete them, and vote (an addition). */
export function simulatedChangeRoutes(controls: SimulatorControls): Routes {
	return (app, dependencies) => {
		const { store } = dependencies;
		const defineRoute = routeDefiner(app, { ...ROUTES_OF_INSTANCE, config: OF_CONNECTION });
		const changeMessage = createChangeMessage(dependencies, controls);

		/** Changes a message as a person; `isAuthor`: as its author, unless the request names another person. */
		async function change(
			params: Static<typeof OneMessage>,
			who: Who,
			what: ChangeOfMessage,
			isAuthor: boolean,
		): Promise<{ success: true }> {
			const instance = await instanceOrThrow(store.read, params.instanceId);
			const row = await findMessage(store.read, params.messageId);
			if (row?.instance_id !== instance.id) {
				throw new GatewayError('message_not_found', 'This instance has no message with this id.');
			}
			const named = who.from === undefined ? who.senderId : chatIdOf(who.from);
			const absent = isAuthor ? authorOf(row, instance) : otherSideOf(row);
			const actor = await actorIn(store.read, instance, row, named ?? absent);
			await changeMessage({ instance, row, actor, change: what });
			return { success: true };
		}

		defineRoute({
			method: 'PUT',
			url: '/simulator/v1/instances/:instanceId/messages/:messageId/reaction',
			operationId: 'simulateReaction',
			summary: 'React to a message as a person, or remove the reaction',
			description: 'Without `from` and `senderId`: the person whom the chat is with.',
			params: OneMessage,
			body: ReactionBody,
			response: Success,
			errors: CHANGE_ERRORS,
			handler: ({ params, body: { emoji, ...who } }) =>
				change(params, who, { change: 'reaction', emoji }, false),
		});

		defineRoute({
			method: 'PATCH',
			url: '/simulator/v1/instances/:instanceId/messages/:messageId',
			operationId: 'simulateEdit',
			summary: 'Edit a message as its author, within 15 minutes as on WhatsApp',
			params: OneMessage,
			body: EditBody,
			response: Success,
			errors: [...CHANGE_ERRORS, 'not_own_message', 'message_too_old'],
			handler: ({ params, body: { content, ...who } }) =>
				change(params, who, { change: 'edit', content }, true),
		});

		defineRoute({
			method: 'DELETE',
			url: '/simulator/v1/instances/:instanceId/messages/:messageId',
			operationId: 'simulateDeletion',
			summary: 'Delete a message as its author or as an admin of the group, within 60 hours as on WhatsApp',
			description: 'Without `from` and `senderId`: the author.',
			params: OneMessage,
			querystring: DeletionQuery,
			response: Success,
			errors: [...DELETION_ERRORS, 'not_own_message', 'not_admin', 'message_too_old'],
			handler: ({ params, query }) => change(params, query, { change: 'deletion' }, true),
		});

		defineRoute({
			method: 'POST',
			url: '/simulator/v1/instances/:instanceId/polls/:messageId/votes',
			operationId: 'simulateVote',
			summary: 'Vote in a poll as a person; each vote replaces the one before',
			description: 'Without `from` and `senderId`: the person whom the chat is with.',
			params: OneMessage,
			body: VoteBody,
			response: Success,
			errors: [...CHANGE_ERRORS, 'official_api_instance'],
			handler: ({ params, body: { options, ...who } }) =>
				change(params, who, { change: 'vote', options }, false),
		});
		return Promise.resolve();
	};
}

/** The person whom the chat of a message is with; undefined in a group. */
function otherSideOf({ chat_id: chatId }: MessageRow): string | undefined {
	return isGroupJid(chatId) ? undefined : chatId;
}

/**
 * The acting person in the chat of a message. Throws invalid_parameters where the request names nobody, or a person
 * outside the chat.
 */
async function actorIn(
	db: Db,
	instance: InstanceRow,
	row: MessageRow,
	named: string | null | undefined,
): Promise<Actor> {
	if (named === undefined || named === null) {
		throw new GatewayError(
			'invalid_parameters',
			'Name the acting participant of the group: give "from" or "senderId".',
		);
	}
	const actor = actorOf(instance, await currentIdOf(db, instance.id, named));
	if (actor.isFromMe || isGroupJid(row.chat_id) || actor.senderId === row.chat_id) return actor;
	throw new GatewayError(
		'invalid_parameters',
		`This message is in the chat with ${row.chat_id}. Name this person, or leave out "from" and "senderId".`,
	);
}
