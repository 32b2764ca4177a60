import { Type, type Static } from 'typebox';
import { EXTENSION, Nullable, NullableString, Offset, Person, Phone } from '../server/schemas/fields.ts';

/** Most phones in one check. */
const PHONES_LIMIT = 100;
const InstanceId = Type.String({ minLength: 1, maxLength: 64, description: 'Whose contacts.' });
const PhoneText = Type.String({ description: 'Phone number, digits only.', examples: ['4915112345678'] });
const PersonIdText = Type.String({
	description: 'The id of the person, and of the chat with them: the recipient of a message.',
	examples: ['4915112345678@s.whatsapp.net'],
	...EXTENSION,
});
const NullablePhoneText = NullableString({
	description: 'Phone number, digits only; null: the network does not report it (an addition).',
});
const Username = NullableString({ description: 'Null: there is none.', ...EXTENSION });
const Name = Type.String({
	description: 'Name saved on the network; without one the phone, or else the id.',
});
const ProfilePicUrl = NullableString({ description: 'Null where there is none, or it is private.' });
const About = NullableString({ description: 'Status text; null where there is none, or it is private.' });

export const CheckContactsBody = Type.Object(
	{
		instanceId: InstanceId,
		phones: Type.Array(Phone, {
			minItems: 1,
			maxItems: PHONES_LIMIT,
			description: `Phones to check, at most ${PHONES_LIMIT}.`,
		}),
	},
	{ additionalProperties: false },
);

export const ContactCheckItem = Type.Object({
	phone: PhoneText,
	exists: Type.Boolean({ description: 'Whether it is on the network.' }),
	jid: Nullable(
		Type.String({
			description: '<phone>@<network_domain>; null when it is not on the network.',
			examples: ['4915112345678@s.whatsapp.net'],
		}),
	),
});
export type ContactCheckItem = Static<typeof ContactCheckItem>;

export const Contact = Type.Object({
	id: PersonIdText,
	phone: NullablePhoneText,
	username: Username,
	name: Name,
	profilePicUrl: ProfilePicUrl,
	about: About,
	isBlocked: Type.Boolean({ description: 'Whether the instance has blocked the contact.' }),
});
export type Contact = Static<typeof Contact>;

export const ListContactsQuery = Type.Object(
	{
		instanceId: InstanceId,
		limit: Type.Optional(
			Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'Items on a page, 1 to 500.' }),
		),
		offset: Offset,
		search: Type.Optional(
			Type.String({
				maxLength: 100,
				// PostgreSQL refuses a null character in a query.
				pattern: '^[^\\u0000]*$',
				description: 'Part of a name, in any case, or of a number.',
			}),
		),
	},
	{ additionalProperties: false },
);

/** A page of contacts: its pagination has no `hasMore` (specification, GET /v1/contacts). */
export const ContactPage = Type.Object({
	success: Type.Boolean(),
	data: Type.Array(Contact),
	pagination: Type.Object({ total: Type.Integer(), limit: Type.Integer(), offset: Type.Integer() }),
});

export const OneContact = Type.Object({ phone: Person });
export const BlockedContact = Type.Object({ contactId: Person });
export const OfInstance = Type.Object({ instanceId: InstanceId }, { additionalProperties: false });

export const ContactProfile = Type.Object({
	id: PersonIdText,
	phone: NullablePhoneText,
	username: Username,
	name: Name,
	about: About,
	profilePicUrl: ProfilePicUrl,
	isBusiness: Type.Boolean(),
});
export type ContactProfile = Static<typeof ContactProfile>;
