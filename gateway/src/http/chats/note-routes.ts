import { Type } from 'typebox';
import { timestamp } from '../../domain/clock.ts';
import { addNote, removeNote } from '../../instances/chat-notes.ts';
import { namedInstanceOrThrow } from '../../instances/find-instance.ts';
import { listNotes } from '../../store/chats/chat-notes.ts';
import { chatExists } from '../../store/chats/chats.ts';
import { currentIdOf } from '../../store/chats/person-ids.ts';
import type { ChatNoteRow } from '../../store/schema.ts';
import { actorOf } from '../server/authentication/caller.ts';
import { routeDefiner } from '../server/define-route.ts';
import type { Routes } from '../server/dependencies.ts';
import {
	CREATION_ERRORS,
	IdempotencyHeaders,
	idempotentRequestOf,
	markReplayed,
} from '../server/requests/idempotency.ts';
import { CursorPage, cursorPage } from '../server/schemas/responses.ts';
import { AddNoteBody, ChatNote, NotesQuery, OneNote } from './note-schema.ts';
import { OfInstance, OneChat } from './schema.ts';
import { chatNotFound } from '../../domain/chats/chat-not-found.ts';

/** The notes of a chat, which the gateway never sends (additions). */
export const noteRoutes: Routes<'store' | 'clock' | 'newId' | 'sealer'> = (app, deps) => {
	const { store, clock } = deps;
	const defineRoute = routeDefiner(app, { tag: 'Messages', extension: true });

	defineRoute({
		method: 'GET',
		url: '/v1/chats/:chatId/notes',
		access: 'messages:read',
		concerns: 'instance in query',
		operationId: 'listChatNotes',
		summary: 'Read the notes of a chat, newest first',
		params: OneChat,
		querystring: NotesQuery,
		response: CursorPage(ChatNote),
		errors: ['invalid_instance', 'chat_not_found'],
		handler: async ({ params, query: { instanceId, limit = 50, before = null } }) => {
			const { id } = await namedInstanceOrThrow(store.read, instanceId);
			const chatId = await currentIdOf(store.read, id, params.chatId);
			const page = { before, limit: limit + 1 };
			const rows = await listNotes(store.read, { instanceId: id, chatId }, page);
			if (rows.length === 0 && !(await chatExists(store.read, id, chatId))) throw chatNotFound();
			return cursorPage(rows, limit, noteView, (row) => row.id);
		},
	});

	defineRoute({
		method: 'POST',
		url: '/v1/chats/:chatId/notes',
		access: 'messages:write',
		concerns: 'instance in body',
		operationId: 'addChatNote',
		summary: 'Add a note to a chat',
		description: 'A note is for those who work in the chat. The people in the chat never receive it.',
		params: OneChat,
		headers: IdempotencyHeaders,
		body: AddNoteBody,
		status: 201,
		data: ChatNote,
		errors: ['invalid_instance', 'chat_not_found', 'note_not_found', ...CREATION_ERRORS],
		handler: async (request, reply) => {
			const note = { ...request.params, ...request.body };
			const actor = { actor: actorOf(request), at: clock.now() };
			const created = await addNote(deps, note, actor, idempotentRequestOf(request));
			markReplayed(reply, created);
			return noteView(created.row);
		},
	});

	defineRoute({
		method: 'DELETE',
		url: '/v1/chats/:chatId/notes/:noteId',
		access: 'messages:write',
		concerns: 'instance in query',
		operationId: 'deleteChatNote',
		summary: 'Delete a note of a chat',
		params: OneNote,
		querystring: OfInstance,
		response: Type.Object({ success: Type.Boolean() }),
		errors: ['invalid_instance', 'note_not_found'],
		handler: async ({ params, query }) => {
			await removeNote(deps, { ...params, ...query });
			return { success: true };
		},
	});
	return Promise.resolve();
};

function noteView(row: ChatNoteRow): ChatNote {
	return {
		noteId: row.id,
		chatId: row.chat_id,
		text: row.text,
		author: { kind: row.author_id.startsWith('usr_') ? 'person' : 'key', name: row.author_name },
		createdAt: timestamp(row.created_at),
	};
}
