import { Type } from 'typebox';
import { CHAT_OWNERS, chatOwner } from '../../domain/chats/chat.ts';
import { timestampOrNull } from '../../domain/clock.ts';
import { EXTENSION, OneOf } from '../server/schemas/fields.ts';

/** Who owns a chat, as fields of the chat (additions); only where its instance has settings.takeover. */
export const OWNER_FIELDS = {
	owner: Type.Optional(
		OneOf(CHAT_OWNERS, {
			description: 'The owner of the chat; only where its instance has settings.takeover.',
			...EXTENSION,
		}),
	),
	ownedUntil: Type.Optional(
		Type.Unsafe<string | null>({
			type: ['string', 'null'],
			format: 'date-time',
			description: 'Until when a person owns it; null: the bot does.',
			...EXTENSION,
		}),
	),
} as const;

/** The values of OWNER_FIELDS. */
export function ownerFields(ownedUntil: number | null, now: number) {
	const owner = chatOwner(ownedUntil, now);
	return { owner, ownedUntil: timestampOrNull(owner === 'person' ? ownedUntil : null) };
}

export const ChatOwnerBody = Type.Object(
	{
		instanceId: Type.String({ minLength: 1, maxLength: 64, description: 'Whose chat.' }),
		owner: OneOf(CHAT_OWNERS, {
			description: 'person: messages with an API key are refused. bot: the chat is given back.',
		}),
		until: Type.Optional(
			Type.String({
				format: 'date-time',
				maxLength: 64,
				description:
					'Until when the person owns it, with a time zone, at most 30 days ahead; absent: for settings.takeover.releaseAfter.',
				examples: ['2026-12-24T18:00:00Z'],
			}),
		),
	},
	{ additionalProperties: false },
);

/** The owner of a chat. */
export const ChatOwnership = Type.Object({
	chatId: Type.String(),
	owner: OneOf(CHAT_OWNERS),
	ownedUntil: Type.Unsafe<string | null>({
		type: ['string', 'null'],
		format: 'date-time',
		description: 'Until when a person owns it; null: the bot does.',
	}),
});
