import { Type, type Static } from 'typebox';
import { GROUP_DESCRIPTION_LIMIT, PARTICIPANT_CHANGES } from '../../../../domain/chats/group.ts';
import { IdOf, OneOf, Phone } from '../../../../http/server/schemas/fields.ts';
import { GroupDetail, GroupId, GroupName, Participants } from '../../../../http/groups/schema.ts';

/** Longest URL of a picture, and longest invite, in characters. */
const PICTURE_URL_LIMIT = 2048;
const INVITE_LIMIT = 256;

export const OneGroup = Type.Object({ instanceId: IdOf('inst', 'The instance.'), groupId: GroupId });

export const CreateGroupBody = Type.Object(
	{
		from: Phone,
		name: GroupName,
		participants: Type.Optional(Participants(0, 'Phones besides the instance and `from`.')),
		announce: Type.Optional(Type.Boolean({ default: false, description: 'Only admins may write.' })),
		restrict: Type.Optional(Type.Boolean({ default: false, description: 'Only admins may rename it.' })),
	},
	{ additionalProperties: false },
);

export const ChangeByOtherBody = Type.Object(
	{
		by: Type.Optional({
			...Phone,
			description:
				"The acting person: an admin of the group, or the person who joins or leaves; the instance's number: the account's owner, on the phone. Absent: an admin other than the instance, or the people themselves.",
		}),
		action: OneOf(PARTICIPANT_CHANGES),
		participants: Participants(1, 'Phones to change; the phone of the instance may be one of them.'),
		invite: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: INVITE_LIMIT,
				description: 'The invite that people join by, a link or a code; absent: the valid one.',
			}),
		),
	},
	{ additionalProperties: false },
);
export type ChangeByOtherBody = Static<typeof ChangeByOtherBody>;

export const UpdateByOtherBody = Type.Object(
	{
		by: {
			...Phone,
			description: "A participant; the instance's number: the account's owner, on the phone.",
		},
		name: Type.Optional(GroupName),
		description: Type.Optional(
			Type.Unsafe<string | null>({
				type: ['string', 'null'],
				maxLength: GROUP_DESCRIPTION_LIMIT,
				description: 'The description of the group; null removes it.',
			}),
		),
		announce: Type.Optional(Type.Boolean({ description: 'Whether only admins may write.' })),
		restrict: Type.Optional(
			Type.Boolean({ description: "Whether only admins may change the group's data." }),
		),
		pictureUrl: Type.Optional(
			Type.Unsafe<string | null>({
				type: ['string', 'null'],
				pattern: '^https://',
				maxLength: PICTURE_URL_LIMIT,
				description: 'The picture that the network shows; null removes it. It is not downloaded.',
			}),
		),
		revokeInvite: Type.Optional(
			Type.Literal(true, { description: 'Makes the invite of the group invalid.' }),
		),
	},
	{ additionalProperties: false, minProperties: 2 },
);

export const GroupOfOthers = Type.Object({
	...GroupDetail.properties,
	invite: Type.String({ description: 'The invite link that its admins share.' }),
});

/** The result for each person of a change. */
export const ParticipantOutcomes = Type.Object({
	action: OneOf(PARTICIPANT_CHANGES),
	results: Type.Array(
		Type.Object({
			phone: Type.String(),
			status: OneOf(['success', 'failed']),
			error: Type.Optional(Type.String({ description: 'Why it failed.' })),
		}),
	),
});
