import { Type, type Static } from 'typebox';
import { idPattern } from '../../domain/ids.ts';
import { MESSAGE_TEXT_LIMIT } from '../../domain/messages/message.ts';
import { IdOf, Limit, NOT_BLANK, OneOf, Timestamp } from '../server/schemas/fields.ts';
import { OfInstance, OneChat } from './schema.ts';

export const ChatNote = Type.Object({
	noteId: IdOf('note', 'The note.'),
	chatId: Type.String({ description: 'The chat it is in.' }),
	text: Type.String(),
	author: Type.Object(
		{
			kind: OneOf(['person', 'key'], {
				description: 'Whether a person on the page wrote it, or an API key.',
			}),
			name: Type.String({ description: 'The name that the person or the key had then.' }),
		},
		{ description: 'Who wrote it.' },
	),
	createdAt: Timestamp,
});
export type ChatNote = Static<typeof ChatNote>;

export const NotesQuery = Type.Object(
	{
		...OfInstance.properties,
		limit: Limit,
		before: Type.Optional(
			Type.String({ pattern: idPattern('note'), description: 'A noteId: only notes strictly older.' }),
		),
	},
	{ additionalProperties: false },
);

export const AddNoteBody = Type.Object(
	{
		...OfInstance.properties,
		text: Type.String({
			minLength: 1,
			maxLength: MESSAGE_TEXT_LIMIT,
			pattern: NOT_BLANK,
			description: 'Plain text.',
			examples: ['Wants the invoice sent to her new address.'],
		}),
	},
	{ additionalProperties: false },
);

export const OneNote = Type.Object({
	...OneChat.properties,
	noteId: IdOf('note', 'The note.'),
});
