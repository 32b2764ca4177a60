import { GatewayError } from '../domain/error.ts';
import type { NewId } from '../domain/ids.ts';
import { nameOfActor, type Actor } from '../store/access/audit-log.ts';
import { deleteNote, findNote, insertNote } from '../store/chats/chat-notes.ts';
import { chatExists } from '../store/chats/chats.ts';
import { currentIdOf } from '../store/chats/person-ids.ts';
import { createOnce, type CreateOnceDeps, type Created } from '../store/idempotency/create-once.ts';
import type { IdempotentRequest } from '../store/idempotency/idempotent-request.ts';
import type { ChatNoteRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { ChatRef } from './chats.ts';
import { namedInstanceOrThrow } from './find-instance.ts';
import { chatNotFound } from '../domain/chats/chat-not-found.ts';

/**
 * Adds a note to a chat, once for a request with an idempotency key (null: none). Throws invalid_instance, chat_not_found,
 * and the errors of createOnce().
 */
export async function addNote(
	deps: CreateOnceDeps & { newId: NewId },
	{ text, ...ref }: ChatRef & { text: string },
	{ actor, at }: Actor,
	request: IdempotentRequest | null,
): Promise<Created<ChatNoteRow>> {
	const noteId = deps.newId('note');
	return createOnce(deps, request, {
		create: async ({ db, emit }) => {
			const { id: instanceId } = await namedInstanceOrThrow(db, ref.instanceId);
			const chatId = await currentIdOf(db, instanceId, ref.chatId);
			if (!(await chatExists(db, instanceId, chatId))) throw chatNotFound();
			await insertNote(db, {
				id: noteId,
				instance_id: instanceId,
				chat_id: chatId,
				text,
				author_id: actor,
				author_name: (await nameOfActor(db, actor)) ?? actor,
				created_at: at,
			});
			emit({ kind: 'notes_changed', instanceId, chatId });
			return noteId;
		},
		read: findNote,
		notFound: 'note_not_found',
	});
}

/** Deletes a note of a chat. Throws invalid_instance, note_not_found. */
export async function removeNote(
	{ store }: { store: Pick<Store, 'commit'> },
	ref: ChatRef & { noteId: string },
): Promise<void> {
	await store.commit(async ({ db, emit }) => {
		const { id: instanceId } = await namedInstanceOrThrow(db, ref.instanceId);
		const chatId = await currentIdOf(db, instanceId, ref.chatId);
		if (!(await deleteNote(db, { instanceId, chatId }, ref.noteId))) {
			throw new GatewayError('note_not_found', 'The chat has no note with this id.');
		}
		emit({ kind: 'notes_changed', instanceId, chatId });
	});
}
