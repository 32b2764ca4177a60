import { Type, type Static } from 'typebox';
import { PERSON_ID_PATTERN } from '../../../../domain/phone.ts';
import { PRESENCE_STATES } from '../../../../domain/chats/presence.ts';
import { RESTRICTION_KINDS } from '../../../../domain/instances/restriction.ts';
import { NullableTimestamp, OneOf, Phone } from '../../../../http/server/schemas/fields.ts';
import { GroupId } from '../../../../http/groups/schema.ts';
import { SECONDS_LIMIT } from '../schema.ts';

const STRICT = { additionalProperties: false };

export const DropQuery = Type.Object(
	{
		seconds: Type.Optional(
			Type.Integer({
				minimum: 1,
				maximum: SECONDS_LIMIT,
				description: 'Seconds for which the network is unreachable, in simulated time; absent: 0.',
			}),
		),
	},
	STRICT,
);

/** The acting person: one of the two fields. */
const SOMEBODY = {
	from: Type.Optional(Phone),
	senderId: Type.Optional(
		Type.String({
			pattern: PERSON_ID_PATTERN,
			description: 'A person without a phone number, …@lid or …@bsuid.',
			examples: ['123456789012345@lid'],
		}),
	),
} as const;

const Somebody = Type.Object(SOMEBODY);
export type Somebody = Static<typeof Somebody>;

export const CallBody = Type.Object(
	{ ...SOMEBODY, video: Type.Optional(Type.Boolean({ default: false })) },
	STRICT,
);

export const SimulatedCall = Type.Object({
	callId: Type.String(),
	rejected: Type.Boolean({ description: 'Whether the gateway rejected it (settings.rejectCalls).' }),
});

export const PresenceBody = Type.Object(
	{
		...SOMEBODY,
		state: OneOf(PRESENCE_STATES),
		groupId: Type.Optional(GroupId),
	},
	STRICT,
);

export const RestrictionBody = Type.Object(
	{
		kind: OneOf(RESTRICTION_KINDS, {
			description: 'The restricted action: beginning new chats, or sending at all.',
		}),
		until: Type.Optional(
			Type.Unsafe<string | null>({
				...NullableTimestamp,
				description: 'When it ends, within a year; absent or null: with DELETE restriction.',
			}),
		),
	},
	STRICT,
);

/** Longer than a pairing code, for the dash and the spaces that people type. */
const PAIRING_CODE_LIMIT = 20;

export const PairingBody = Type.Object(
	{
		code: Type.String({
			minLength: 1,
			maxLength: PAIRING_CODE_LIMIT,
			description: 'The pairing code; upper and lower case, dashes and spaces do not matter.',
			examples: ['K7QP-2M4X'],
		}),
	},
	STRICT,
);
