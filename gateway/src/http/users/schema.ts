import type {
	AuthenticationResponseJSON,
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialRequestOptionsJSON,
	RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { Type } from 'typebox';
import {
	ROLES,
	SECOND_FACTORS,
	USER_NAME_LIMIT,
	USER_NAME_PATTERN,
	type Role,
} from '../../domain/access/user.ts';
import { PASSWORD_LENGTH } from '../../access/users/password-rules.ts';
import {
	IdOf,
	Nullable,
	NullableString,
	NullableTimestamp,
	OneOf,
	Timestamp,
} from '../server/schemas/fields.ts';

/** A new password. One that is only compared has no minimum length. */
const NewPassword = Type.String({
	minLength: PASSWORD_LENGTH.min,
	maxLength: PASSWORD_LENGTH.max,
	description: `${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters, and not one that attackers guess first.`,
	examples: ['correct horse battery staple'],
});
const PresentPassword = Type.String({ maxLength: PASSWORD_LENGTH.max });

const Name = Type.String({
	minLength: 1,
	maxLength: USER_NAME_LIMIT,
	pattern: USER_NAME_PATTERN,
	description: 'Name of the person; case does not matter.',
	examples: ['Ada'],
});
const Code = Type.String({ maxLength: 20, description: 'The code that the authenticator app shows.' });
const RecoveryCode = Type.String({ maxLength: 40, description: 'One of the recovery codes; it works once.' });

const strict = { additionalProperties: false };

export const SetupBody = Type.Object(
	{
		token: Type.String({
			minLength: 1,
			maxLength: 100,
			description: 'The part of the one-time link after /#/setup/.',
		}),
		password: NewPassword,
		name: Type.Optional(
			Type.String({ ...Name, description: 'Name of the first owner; an invited person has one already.' }),
		),
	},
	strict,
);

export const SignInBody = Type.Object(
	{
		name: Type.Optional(
			Type.String({
				maxLength: USER_NAME_LIMIT,
				description: 'Absent: the only person, where there is one.',
			}),
		),
		password: PresentPassword,
		code: Type.Optional(Code),
		recoveryCode: Type.Optional(RecoveryCode),
	},
	strict,
);

/** A credential of a browser, as WebAuthn serialises it; the library validates its content. */
const Credential = <Response>(description: string) =>
	Type.Unsafe<Response>({
		type: 'object',
		description,
		additionalProperties: true,
		required: ['id', 'rawId', 'response', 'type'],
		properties: {
			id: { type: 'string', minLength: 1, maxLength: 2000 },
			rawId: { type: 'string', maxLength: 2000 },
			type: { type: 'string' },
			response: { type: 'object' },
		},
	});
export const ConfirmBody = Type.Object(
	{
		password: Type.Optional(PresentPassword),
		code: Type.Optional(Code),
		recoveryCode: Type.Optional(RecoveryCode),
		passkey: Type.Optional(
			Credential<AuthenticationResponseJSON>(
				'Instead of the password: the AuthenticationResponseJSON of WebAuthn.',
			),
		),
	},
	strict,
);

export const PasswordBody = Type.Object(
	{ currentPassword: PresentPassword, newPassword: NewPassword },
	strict,
);

export const PasskeySignInBody = Type.Object(
	{ response: Credential<AuthenticationResponseJSON>('The AuthenticationResponseJSON of WebAuthn.') },
	strict,
);
export const AddPasskeyBody = Type.Object(
	{
		name: Type.String({ minLength: 1, maxLength: 64, description: 'The device of the passkey.' }),
		response: Credential<RegistrationResponseJSON>('The RegistrationResponseJSON of WebAuthn.'),
	},
	strict,
);

/** A dictionary of WebAuthn, whose members browsers understand. */
const WebAuthnOptions = <Options>(description: string) =>
	Type.Object({
		options: Type.Unsafe<Options>({ type: 'object', additionalProperties: true, description }),
	});
export const PasskeyRequestOptions = WebAuthnOptions<PublicKeyCredentialRequestOptionsJSON>(
	'PublicKeyCredentialRequestOptionsJSON of WebAuthn.',
);
export const PasskeyCreationOptions = WebAuthnOptions<PublicKeyCredentialCreationOptionsJSON>(
	'PublicKeyCredentialCreationOptionsJSON of WebAuthn.',
);

export const User = Type.Object({
	userId: IdOf('usr', 'The person.'),
	name: Type.String(),
	role: OneOf(ROLES, {
		description:
			'viewer: reads. operator: chats, instances and webhooks too. owner: keys, people and the audit log too.',
	}),
	status: OneOf(['active', 'invited'], { description: 'invited: has a link to set a password.' }),
	secondFactors: Type.Array(OneOf(SECOND_FACTORS)),
	createdAt: Timestamp,
	lastSignInAt: NullableTimestamp,
});

const SessionFields = {
	sessionId: IdOf('ses', 'The session.'),
	user: User,
	createdAt: Timestamp,
	expiresAt: Type.String({
		format: 'date-time',
		description: 'When the session ends if it is not used again.',
	}),
	confirmedUntil: Type.Unsafe<string | null>({
		type: ['string', 'null'],
		format: 'date-time',
		description: 'Until when the session may call sensitive operations; null: confirm it first.',
	}),
};
export const CurrentSession = Type.Object(SessionFields);
export const NewSession = Type.Object({
	...SessionFields,
	csrfToken: Type.String({
		description:
			'The value of the header X-CSRF-Token in every request of this session. Only this response contains it.',
	}),
});

export const SignInInfo = Type.Object({
	setUp: Type.Boolean({ description: 'Whether somebody can sign in with a password.' }),
	proxyUser: NullableString({ description: 'Name of the caller by a trusted proxy.' }),
});

export const Confirmed = Type.Object({
	confirmedUntil: Timestamp,
	csrfToken: Type.String({ description: 'In place of the earlier one, from now on.' }),
});

export const Session = Type.Object({
	sessionId: IdOf('ses', 'The session.'),
	current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
	createdAt: Timestamp,
	lastUsedAt: Timestamp,
	expiresAt: Timestamp,
	address: Type.String({ description: 'The address of the sign-in.' }),
	userAgent: NullableString({ description: 'The User-Agent of the browser.' }),
});

export const Account = Type.Object({
	user: User,
	recoveryCodesLeft: Type.Integer(),
});

export const NewTotp = Type.Object({
	secret: Type.String({ description: 'In base32, to type into the app. Only this response contains it.' }),
	url: Type.String({ description: 'An otpauth:// URL.' }),
	qrCode: Type.String({ description: 'The URL as a picture, in a data URI.' }),
});
export const TotpBody = Type.Object({ code: Code }, strict);

export const RecoveryCodes = Type.Object({
	recoveryCodes: Type.Array(Type.String(), {
		description: 'Each works once. Only this response contains them.',
	}),
});
export const FirstRecoveryCodes = Type.Object({
	recoveryCodes: Nullable(
		Type.Array(Type.String(), {
			description: 'Only this response contains them; null: there are codes already.',
		}),
	),
});

export const Passkey = Type.Object({
	passkeyId: IdOf('pk', 'The passkey.'),
	name: Type.String(),
	createdAt: Timestamp,
	lastUsedAt: NullableTimestamp,
});
export const NewPasskey = Type.Object({
	passkey: Passkey,
	recoveryCodes: FirstRecoveryCodes.properties.recoveryCodes,
});

export const InviteBody = Type.Object({ name: Name, role: OneOf<Role>(ROLES) }, strict);
export const UpdateUserBody = Type.Object(
	{ name: Type.Optional(Name), role: Type.Optional(OneOf<Role>(ROLES)) },
	strict,
);
export const Invitation = Type.Object({
	user: User,
	inviteUrl: Type.String({ description: 'The link, which works once. Only this response contains it.' }),
	expiresAt: Timestamp,
});
