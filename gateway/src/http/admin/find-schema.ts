import { Type, type Static } from 'typebox';
import { IdOf, NOT_BLANK, Nullable, NullableString } from '../server/schemas/fields.ts';

export const FindQuery = Type.Object(
	{
		q: Type.String({
			minLength: 1,
			maxLength: 100,
			pattern: NOT_BLANK,
			description: 'Part of a name, a phone number or a chatId; or the whole id of a delivery.',
		}),
	},
	{ additionalProperties: false },
);

const FoundPerson = Type.Object({
	instanceId: IdOf('inst', 'The instance.'),
	instanceName: Type.String(),
	chatId: Type.String(),
	name: NullableString(),
	phone: NullableString(),
	isGroup: Type.Boolean(),
});

export const Found = Type.Object({
	chats: Type.Array(FoundPerson, { description: 'Those with the latest messages.' }),
	contacts: Type.Array(FoundPerson, { description: 'People without a chat.' }),
	delivery: Nullable(
		Type.Object({ deliveryId: IdOf('dlv', 'The delivery.'), webhookId: IdOf('wh', 'Its webhook.') }),
		{ description: 'The delivery with this id; null: there is none.' },
	),
});
export type Found = Static<typeof Found>;
