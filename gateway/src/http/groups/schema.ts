import { Type, type Static } from 'typebox';
import {
	GROUP_ACTIONS,
	GROUP_DESCRIPTION_LIMIT,
	GROUP_NAME_LIMIT,
	PARTICIPANT_REFUSALS,
	PARTICIPANTS_LIMIT,
} from '../../domain/chats/group.ts';
import { Picture } from '../messages/schema.ts';
import {
	EXTENSION,
	NOT_BLANK,
	NullableString,
	OneOf,
	Person,
	Phone,
	Timestamp,
} from '../server/schemas/fields.ts';

const InstanceId = Type.String({ minLength: 1, maxLength: 64, description: 'Whose groups.' });
const ParticipantId = Type.String({
	description:
		'Id on the network: `<phone>@s.whatsapp.net`, or `…@lid` of somebody whose phone is not known.',
	examples: ['4915112345678@s.whatsapp.net'],
	...EXTENSION,
});
const PhoneText = Type.String({ description: 'Phone number, digits only.', examples: ['4915112345678'] });

export const GroupId = Type.String({ description: 'Group JID.', examples: ['120363025246125486@g.us'] });
export const GroupName = Type.String({
	minLength: 1,
	maxLength: GROUP_NAME_LIMIT,
	pattern: NOT_BLANK,
	description: `The name of the group, at most ${GROUP_NAME_LIMIT} characters.`,
	examples: ['Project team'],
});

/** Participants by any id of a person. */
function People(description: string) {
	return Type.Array(Person, {
		minItems: 1,
		maxItems: PARTICIPANTS_LIMIT,
		description: `${description} At most ${PARTICIPANTS_LIMIT}.`,
	});
}

/** The phone numbers of participants in a request. */
export function Participants(minItems: 0 | 1, description: string) {
	return Type.Array(Phone, {
		minItems,
		maxItems: PARTICIPANTS_LIMIT,
		description: `${description} At most ${PARTICIPANTS_LIMIT}.`,
	});
}

const Described = {
	id: GroupId,
	name: Type.String(),
	description: NullableString(),
	pictureUrl: NullableString(),
};
const ParticipantsCount = Type.Integer({ description: 'The instance included.' });
const IsAdmin = Type.Boolean({ description: 'Whether the instance is an admin.' });

export const GroupListItem = Type.Object({
	...Described,
	participantsCount: ParticipantsCount,
	isAdmin: IsAdmin,
	createdAt: Timestamp,
});
export type GroupListItem = Static<typeof GroupListItem>;

export const GroupDetail = Type.Object({
	...Described,
	owner: Type.String({
		description: 'Phone of the owner; the id on the network where the phone is not known.',
	}),
	createdAt: Timestamp,
	participants: Type.Array(
		Type.Object({
			id: ParticipantId,
			phone: NullableString({
				description: 'Phone number, digits only; null: the network does not report it.',
				examples: ['4915112345678'],
			}),
			isAdmin: Type.Boolean(),
			isSuperAdmin: Type.Boolean(),
		}),
	),
	admins: Type.Array(PhoneText, {
		description: 'Phones of the admins; their ids on the network where a phone is not known.',
	}),
	settings: Type.Object({
		announce: Type.Boolean({ description: 'Only admins may write.' }),
		restrict: Type.Boolean({ description: 'Only admins may change the name of the group.' }),
	}),
});
export type GroupDetail = Static<typeof GroupDetail>;

export const CreatedGroup = Type.Object({
	id: GroupId,
	name: Type.String(),
	participantsCount: ParticipantsCount,
	isAdmin: IsAdmin,
});
export type CreatedGroup = Static<typeof CreatedGroup>;

export const CreateGroupBody = Type.Object(
	{
		instanceId: InstanceId,
		name: GroupName,
		participants: People(
			'People beside the instance: all on the network, none that has blocked the instance.',
		),
		description: Type.Optional(
			Type.String({
				maxLength: GROUP_DESCRIPTION_LIMIT,
				description: `What the group is about, at most ${GROUP_DESCRIPTION_LIMIT} characters.`,
			}),
		),
	},
	{ additionalProperties: false },
);

export const ChangeGroupBody = Type.Object(
	{
		instanceId: InstanceId,
		name: Type.Optional(GroupName),
		description: Type.Optional(
			Type.Unsafe<string | null>({
				type: ['string', 'null'],
				minLength: 1,
				maxLength: GROUP_DESCRIPTION_LIMIT,
				pattern: NOT_BLANK,
				description: `What the group is about, at most ${GROUP_DESCRIPTION_LIMIT} characters; null removes it.`,
			}),
		),
		announce: Type.Optional(Type.Boolean({ description: 'Whether only admins may write.' })),
		restrict: Type.Optional(
			Type.Boolean({ description: 'Whether only admins may change the name of the group.' }),
		),
		picture: Type.Optional(Picture),
	},
	{ additionalProperties: false },
);

export const GroupInvite = Type.Object({
	invite: Type.String({ examples: ['https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv'] }),
});

/** Longest invite, in characters: a link, with what apps add to it. */
const INVITE_LIMIT = 256;

export const JoinGroupBody = Type.Object(
	{
		instanceId: InstanceId,
		invite: Type.String({
			minLength: 1,
			maxLength: INVITE_LIMIT,
			pattern: NOT_BLANK,
			description: 'The link of the invite, or the code at its end.',
			examples: ['https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv'],
		}),
	},
	{ additionalProperties: false },
);

export const ChangeParticipantsBody = Type.Object(
	{
		instanceId: InstanceId,
		action: OneOf(GROUP_ACTIONS),
		participants: People('The participants to add, remove, promote or demote.'),
	},
	{ additionalProperties: false },
);

export const ParticipantsResult = Type.Object({
	action: OneOf(GROUP_ACTIONS),
	results: Type.Array(
		Type.Object({
			phone: NullableString({
				description: 'Phone number, digits only; null for an id whose phone is not known (an addition).',
			}),
			id: Type.Optional(
				Type.String({ description: 'The id in the request, where its phone is not known.', ...EXTENSION }),
			),
			status: OneOf(['success', 'failed']),
			error: Type.Optional(
				OneOf(PARTICIPANT_REFUSALS, {
					description:
						'The error of this participant. A person who has blocked the instance is reported as not_on_network.',
				}),
			),
		}),
		{ description: 'One per participant, in the order given.' },
	),
});
export type ParticipantsResult = Static<typeof ParticipantsResult>;

export const OneGroup = Type.Object({ groupId: GroupId });
export const OfInstance = Type.Object({ instanceId: InstanceId }, { additionalProperties: false });
