import { Type } from 'typebox';
import { GROUP_ACTIONS } from '../../../../domain/group.ts';
import { PERSON_ID_PATTERN } from '../../../../domain/phone.ts';
import { IdOf, OneOf, Phone } from '../../../../http/server/fields.ts';
import { GroupId, GroupName, Participants } from '../../../../http/groups/schema.ts';

export const OneContact = Type.Object({ instanceId: IdOf('inst', 'The instance.'), phone: Phone });
export const OneGroup = Type.Object({ instanceId: IdOf('inst', 'The instance.'), groupId: GroupId });

export const OneHiddenContact = Type.Object({
	instanceId: IdOf('inst', 'The instance.'),
	contactId: Type.String({
		pattern: PERSON_ID_PATTERN,
		description: 'A person without a phone number, …@lid or …@bsuid.',
		examples: ['123456789012345@lid'],
	}),
});

export const RevealBody = Type.Object({ phone: Phone }, { additionalProperties: false });

export const BlockBody = Type.Object(
	{ blocked: Type.Boolean({ description: 'Whether the contact is blocked from now on.' }) },
	{ additionalProperties: false },
);

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
		action: OneOf(GROUP_ACTIONS),
		participants: Participants(1, 'Phones to change; the phone of the instance may be one of them.'),
	},
	{ additionalProperties: false },
);
