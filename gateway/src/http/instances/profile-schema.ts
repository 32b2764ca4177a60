import { Type, type Static } from 'typebox';
import { ABOUT_LIMIT, PROFILE_NAME_LIMIT } from '../../domain/instances/instance.ts';
import { Picture } from '../messages/schema.ts';
import { NOT_BLANK, NullableString } from '../server/schemas/fields.ts';

export const ChangeProfileBody = Type.Object(
	{
		name: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: PROFILE_NAME_LIMIT,
				pattern: NOT_BLANK,
				description: `The name of the account, at most ${PROFILE_NAME_LIMIT} characters.`,
				examples: ['Corner Shop'],
			}),
		),
		about: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: ABOUT_LIMIT,
				pattern: NOT_BLANK,
				description: `The text of the profile, at most ${ABOUT_LIMIT} characters.`,
				examples: ['Open from 9 to 17'],
			}),
		),
		picture: Type.Optional(Picture),
	},
	{ additionalProperties: false },
);

export const InstanceProfile = Type.Object({
	phone: Type.String({ description: 'Phone number of the account, digits only.' }),
	profileName: NullableString(),
	profilePicUrl: NullableString({ description: 'Null: there is none.' }),
});
export type InstanceProfile = Static<typeof InstanceProfile>;
