import {
	describeContacts,
	describeLocation,
	describePoll,
} from '../../domain/messages/message-description.ts';
import type { SentDetails } from '../../domain/messages/message-details.ts';
import { MESSAGE_TEXT_LIMIT, type MediaType, type SentType } from '../../domain/messages/message.ts';
import { chatIdOf } from '../../domain/phone.ts';
import { contactsOf, type ContactFields } from './kinds/contacts.ts';
import { checkInteractive, type InteractiveFields } from './kinds/interactive.ts';
import { locationOf, type LocationFields } from './kinds/location.ts';
import { pollOf, type PollFields } from './kinds/poll.ts';
import { invalidParameters } from '../../domain/invalid-parameters.ts';

/** The fields of a send request that make up its content. */
export interface ContentFields {
	message?: string;
	linkPreview?: boolean;
	mediaUrl?: string;
	mediaType?: MediaType;
	filename?: string;
	caption?: string;
	voice?: boolean;
	location?: LocationFields;
	contacts?: readonly ContactFields[];
	poll?: PollFields;
	interactive?: InteractiveFields;
	mentions?: readonly string[];
}

/** A file to send. */
export interface MediaContent {
	mediaUrl: string;
	mediaType: MediaType;
	filename: string | null;
	caption: string | null;
	/** Whether an audio file is sent as a voice note. */
	voice: boolean;
}

/** The content of a message: a file, or a text that says all of it with the details of its kind. */
export type MessageContent = { details: SentDetails } & (
	| { kind: 'media'; media: MediaContent }
	| { kind: 'text'; type: SentType; text: string }
);

/** A request has exactly one of these fields. */
const CONTENTS = ['message', 'mediaUrl', 'location', 'contacts', 'poll', 'interactive'] as const;

/**
 * The content of a request (specification, POST /v1/messages/send). Throws invalid_parameters with the name of the
 * missing or superfluous field.
 */
export function contentOf(fields: ContentFields): MessageContent {
	const [kind, other] = CONTENTS.filter((name) => fields[name] !== undefined);
	if (kind === undefined) {
		throw invalidParameters(
			'"message" is required for a text, "mediaUrl" with "mediaType" for a file, or one of "location", "contacts", "poll" and "interactive"',
		);
	}
	if (other !== undefined) throw invalidParameters(`"${other}" does not go with "${kind}"; send one of both`);
	checkCompanions(fields, kind);
	const content = contentOfKind(fields);
	return { ...content, details: { ...content.details, ...mentionsOf(fields) } };
}

/** Throws if a field is given that belongs to another kind of message. */
function checkCompanions(fields: ContentFields, kind: (typeof CONTENTS)[number]): void {
	for (const field of ['mediaType', 'filename', 'caption', 'voice'] as const) {
		if (fields[field] !== undefined && kind !== 'mediaUrl') {
			throw invalidParameters(`"${field}" does not go with "${kind}", only with "mediaUrl"`);
		}
	}
	if (fields.linkPreview !== undefined && kind !== 'message') {
		throw invalidParameters(`"linkPreview" does not go with "${kind}", only with "message"`);
	}
	const hasText = kind === 'message' || fields.caption !== undefined;
	if (fields.mentions !== undefined && !hasText) {
		throw invalidParameters('"mentions" goes with "message" or "caption", in which the people are mentioned');
	}
}

function contentOfKind(fields: ContentFields): MessageContent {
	if (fields.location !== undefined) {
		const location = locationOf(fields.location);
		return { kind: 'text', type: 'location', text: describeLocation(location), details: { location } };
	}
	if (fields.contacts !== undefined) {
		const contacts = contactsOf(fields.contacts);
		return {
			kind: 'text',
			type: 'contacts',
			text: bounded(describeContacts(contacts)),
			details: { contacts },
		};
	}
	if (fields.poll !== undefined) {
		const poll = pollOf(fields.poll);
		return { kind: 'text', type: 'poll', text: describePoll(poll), details: { poll } };
	}
	if (fields.interactive !== undefined) {
		const { interactive } = fields;
		checkInteractive(interactive);
		return {
			kind: 'text',
			type: 'text',
			text: interactive.body.text,
			details: { interactive: { ...interactive } },
		};
	}
	if (fields.mediaUrl !== undefined) return mediaOf(fields.mediaUrl, fields);
	const { message = '', linkPreview } = fields;
	const details = linkPreview === undefined ? {} : { linkPreview };
	return { kind: 'text', type: 'text', text: message, details };
}

function mediaOf(
	mediaUrl: string,
	{ mediaType, filename, caption, voice = false }: ContentFields,
): MessageContent {
	if (mediaType === undefined) throw invalidParameters('"mediaType" is required with "mediaUrl"');
	if (voice && mediaType !== 'audio') throw invalidParameters('"voice" goes with the mediaType audio only');
	if (mediaType === 'sticker' && caption !== undefined) {
		throw invalidParameters('"caption" is not shown beside a sticker; send it as a text of its own');
	}
	const media = { mediaUrl, mediaType, filename: filename ?? null, caption: caption ?? null, voice };
	return { kind: 'media', media, details: voice ? { voice } : {} };
}

/** The ids of the people that a text mentions, each once. */
function mentionsOf({ mentions }: ContentFields): Pick<SentDetails, 'mentions'> {
	return mentions === undefined ? {} : { mentions: [...new Set(mentions.map(chatIdOf))] };
}

/** The text that represents a media message in lists: its caption, its filename, or its type in brackets. */
export function mediaDescription({
	mediaType,
	caption,
	filename,
	voice,
}: Pick<MediaContent, 'mediaType' | 'caption' | 'filename' | 'voice'>): string {
	if (caption !== null) return caption;
	if (voice) return '[voice note]';
	return mediaType === 'document' && filename !== null ? filename : `[${mediaType}]`;
}

function bounded(text: string): string {
	return text.slice(0, MESSAGE_TEXT_LIMIT).toWellFormed();
}
