import { Type, type Static } from 'typebox';
import {
	FAILURE_CODES,
	MEDIA_TYPES,
	MESSAGE_STATUSES,
	MESSAGE_TEXT_LIMIT,
} from '../../domain/messages/message.ts';
import { FILENAME_LIMIT } from '../../media/formats/formats.ts';
import {
	AnyObject,
	EXTENSION,
	IdOf,
	NullableString,
	NullableTimestamp,
	OneOf,
	Recipient,
	Timestamp,
	withErrorCode,
} from '../server/schemas/fields.ts';
import { Mentions, SentContacts, SentLocation, SentPoll } from './content-schema.ts';
import { SentInteractive } from './interactive-schema.ts';

/** Longest caption of a media message, in characters. */
export const CAPTION_LIMIT = 1024;

/** Address of a file to send or to receive. */
export const MediaUrl = Type.String({
	minLength: 1,
	maxLength: 4096,
	description: 'Public HTTPS URL of the file, or (an addition) the mediaUrl of an upload.',
	examples: ['https://example.com/photo.jpg'],
	...withErrorCode('invalid_media_url'),
});

/** Address of a picture of a group or of a profile. */
export const Picture = Type.Unsafe<string | null>({
	...MediaUrl,
	type: ['string', 'null'],
	description:
		'Public HTTPS URL of an image, or the mediaUrl of an upload, at most 5 MB; null removes the picture.',
});

/** A field of every request that queues a message (an addition). */
export const Force = Type.Optional(
	Type.Boolean({
		description:
			'With settings.takeover: sends the message although a person owns the chat, instead of the answer chat_taken.',
		...EXTENSION,
	}),
);

export const SendMessageBody = Type.Object(
	{
		instanceId: Type.String({ minLength: 1, maxLength: 64, description: 'Sending instance.' }),
		to: Recipient,
		message: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: MESSAGE_TEXT_LIMIT,
				description:
					'Text content, for text messages. A message has exactly one of message, mediaUrl, location, contacts, poll and interactive.',
				examples: ['Your order is on its way.'],
			}),
		),
		linkPreview: Type.Optional(
			Type.Boolean({
				description:
					'Whether the first link of message is shown with a preview; absent: the network decides.',
				...EXTENSION,
			}),
		),
		mediaUrl: Type.Optional(MediaUrl),
		mediaType: Type.Optional(
			OneOf(MEDIA_TYPES, { description: 'The type of the file; required with mediaUrl.' }),
		),
		filename: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: FILENAME_LIMIT,
				description: 'Name of the file, for documents; with mediaUrl only.',
				examples: ['invoice.pdf'],
			}),
		),
		caption: Type.Optional(
			Type.String({
				minLength: 1,
				maxLength: CAPTION_LIMIT,
				description: 'Caption of the file; with mediaUrl only.',
			}),
		),
		voice: Type.Optional(
			Type.Boolean({
				description:
					'Sends an audio file as a voice note: OGG with Opus as it is, other audio where the gateway has ffmpeg to convert it.',
				...EXTENSION,
			}),
		),
		location: Type.Optional(SentLocation),
		contacts: Type.Optional(SentContacts),
		poll: Type.Optional(SentPoll),
		interactive: Type.Optional(SentInteractive),
		mentions: Type.Optional(Mentions),
		quotedMessageId: Type.Optional(
			Type.String({ minLength: 1, maxLength: 128, description: 'Id of the message replied to.' }),
		),
		metadata: Type.Optional(
			AnyObject({
				description: 'Custom data returned in webhooks; at most 4 KiB serialised.',
			}),
		),
		sendAt: Type.Optional(
			Type.String({
				format: 'date-time',
				maxLength: 64,
				description: 'When to send it, with a time zone, at most 30 days ahead; absent: at once.',
				examples: ['2026-12-24T18:00:00Z'],
				...EXTENSION,
			}),
		),
		force: Force,
	},
	{ additionalProperties: false },
);

export const SendMessageResponse = Type.Object({
	success: Type.Boolean(),
	messageId: IdOf('msg', 'The accepted message.'),
	status: OneOf(MESSAGE_STATUSES),
	timestamp: Timestamp,
});
export type SendMessageResponse = Static<typeof SendMessageResponse>;

/** Why a message failed. */
export const DeliveryFailure = Type.Object(
	{ code: OneOf(FAILURE_CODES), message: Type.String() },
	{ description: 'Present when status is failed.' },
);

/** When a scheduled message is due. */
export const ScheduledAt = Type.String({
	format: 'date-time',
	description: 'When it is sent, or was due; only of a message that was sent with sendAt.',
	...EXTENSION,
});

export const MessageStatusRecord = Type.Object({
	messageId: IdOf('msg', 'The message.'),
	status: OneOf(MESSAGE_STATUSES),
	to: NullableString({
		description: 'Recipient phone; null for a group, and for a person without one (an addition).',
	}),
	chatId: Type.String({ description: 'The chat it went to.', ...EXTENSION }),
	sentAt: NullableTimestamp,
	deliveredAt: NullableTimestamp,
	readAt: NullableTimestamp,
	sendAt: Type.Optional(ScheduledAt),
	error: Type.Optional(DeliveryFailure),
});
export type MessageStatusRecord = Static<typeof MessageStatusRecord>;
