import { Type } from 'typebox';
import { RELEASE_AFTER_PATTERN } from '../../domain/chats/chat.ts';
import { EXTENSION, Nullable, NullableString } from '../server/schemas/fields.ts';

const ReleaseAfter = Type.String({
	pattern: RELEASE_AFTER_PATTERN,
	description:
		'Time without a message of the person after which the gateway releases the chat, from 1m to 7d.',
	examples: ['30m'],
});
const TAKEOVER = {
	description: 'A person who writes on the phone or the page takes the chat; null: off.',
	...EXTENSION,
};
const REJECT_CALLS = 'Rejects incoming calls.';
const PROXY = 'Proxy to connect through: http, https or socks5, with user and password.';

export const Settings = Type.Object({
	autoRead: Type.Boolean({ description: 'Marks incoming messages as read automatically.' }),
	autoTyping: Type.Boolean({ description: 'Shows a typing indicator before sending.' }),
	rejectCalls: Type.Boolean({ description: REJECT_CALLS, ...EXTENSION }),
	takeover: Nullable(Type.Object({ releaseAfter: ReleaseAfter }), TAKEOVER),
	proxyUrl: NullableString({ description: `${PROXY} Null for a key without instances:write.`, ...EXTENSION }),
});

export const SettingsInput = Type.Object(
	{
		autoRead: Type.Optional(
			Type.Boolean({ description: 'Marks incoming messages as read; default: false.' }),
		),
		autoTyping: Type.Optional(
			Type.Boolean({ description: 'Shows a typing indicator before sending; default: true.' }),
		),
		rejectCalls: Type.Optional(
			Type.Boolean({ description: `${REJECT_CALLS} Default: false.`, ...EXTENSION }),
		),
		takeover: Type.Optional(
			Nullable(Type.Object({ releaseAfter: ReleaseAfter }, { additionalProperties: false }), TAKEOVER),
		),
		proxyUrl: Type.Optional(
			Type.Unsafe<string | null>({
				type: ['string', 'null'],
				maxLength: 2048,
				description: `${PROXY} Null: none.`,
				...EXTENSION,
			}),
		),
	},
	{ additionalProperties: false },
);
