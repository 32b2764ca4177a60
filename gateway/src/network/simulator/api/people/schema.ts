import { Type } from 'typebox';
import { PERSON_ID_PATTERN } from '../../../../domain/phone.ts';
import { IdOf, Phone } from '../../../../http/server/schemas/fields.ts';

export const OneContact = Type.Object({ instanceId: IdOf('inst', 'The instance.'), phone: Phone });

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
