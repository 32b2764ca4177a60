import { Type } from 'typebox';
import { SCOPES, type Scope } from '../../domain/access/scope.ts';
import {
	IdOf,
	NOT_BLANK,
	NullableString,
	NullableTimestamp,
	Nullable,
	OneOf,
	Timestamp,
} from '../server/schemas/fields.ts';

const KeyFields = {
	keyId: IdOf('key', 'The key.'),
	name: Type.String(),
	hint: NullableString({ description: 'Its last four characters; null: they were not stored.' }),
	scopes: Nullable(Type.Array(OneOf(SCOPES), { description: 'Null: full access.' })),
	instanceIds: Nullable(
		Type.Array(Type.String(), { description: 'The only instances that exist for it; null: all.' }),
	),
	allowedIps: Nullable(Type.Array(Type.String(), { description: 'CIDR ranges; null: any address.' })),
	createdAt: Timestamp,
	expiresAt: NullableTimestamp,
	lastUsedAt: NullableTimestamp,
	revokedAt: NullableTimestamp,
};

export const Key = Type.Object(KeyFields);
export const NewKey = Type.Object({
	...KeyFields,
	key: Type.String({
		description: 'The value of the key. Only this response contains it; the gateway does not store it.',
	}),
});

const CidrRange = Type.String({
	description: 'A CIDR range, such as 203.0.113.0/24 or 2001:db8::/32.',
	examples: ['203.0.113.0/24'],
});

export const CreateKeyBody = Type.Object(
	{
		name: Type.String({
			minLength: 1,
			maxLength: 100,
			pattern: NOT_BLANK,
			description: 'The purpose of the key.',
		}),
		scopes: Type.Optional(
			Type.Array(OneOf<Scope>(SCOPES), {
				minItems: 1,
				uniqueItems: true,
				description: 'Its scopes; absent: all.',
			}),
		),
		expiresAt: Type.Optional(
			Type.String({
				format: 'date-time',
				description: 'When it ends, in the future; absent: never.',
				examples: ['2099-01-31T12:00:00.000Z'],
			}),
		),
		instanceIds: Type.Optional(
			Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
				minItems: 1,
				maxItems: 100,
				description: 'The only instances that exist for it; absent: all.',
			}),
		),
		allowedIps: Type.Optional(
			Type.Array(CidrRange, {
				minItems: 1,
				maxItems: 100,
				description: 'Addresses it may be used from, as CIDR ranges; absent: any.',
			}),
		),
	},
	{ additionalProperties: false },
);
