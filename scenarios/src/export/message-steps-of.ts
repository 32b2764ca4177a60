import type { Step } from '../scenario.ts';
import type { Anonymiser } from './anonymiser.ts';
import type { ExportedMessage } from './exported-message.ts';
import { sampleFile } from './sample-file.ts';

/** A step at a time (epoch milliseconds). */
export interface TimedStep {
	at: number;
	step: Step;
}

export interface StepContext {
	/** The name of the phone in the scenario. */
	phone: string;
	anonymiser: Anonymiser;
	/** Whether what was answered is expected again. */
	expectsAnswers: boolean;
	/** The anonymised text of a message of this export; null: it is not in it. */
	textOf: (messageId: string) => string | null;
}

/** Milliseconds that a replayed answer may take longer than the original one. */
const WITHIN = 30_000;

/** Characters of a text by which a step names the message that is meant. */
const MEANT_LENGTH = 200;

/** Returns what happened to a message, as steps of a scenario: how it was written, edited, reacted to and deleted. */
export function stepsOfMessage(message: ExportedMessage, context: StepContext): TimedStep[] {
	const written =
		message.direction === 'inbound' ? inboundStep(message, context) : outboundStep(message, context);
	if (written === null) return [];
	const at = Date.parse(message.timestamp);
	const changes = message.direction === 'inbound' ? changeSteps(message, context) : [];
	return [{ at, step: written }, ...changes, ...reactionSteps(message, context)];
}

/** The text that a message had at first, anonymised. A deleted message has none any more. */
export function firstText({ content, edits, deletedAt }: ExportedMessage, anonymiser: Anonymiser): string {
	if (deletedAt !== undefined) return 'A message that was deleted';
	return orDot(anonymiser.text(edits?.[0]?.content ?? content));
}

function inboundStep(message: ExportedMessage, { phone, anonymiser, textOf }: StepContext): Step | null {
	const chat = { phone, group: null };
	const { type, quotedMessageId = null, media = null, location, contacts, poll } = message;
	const text = firstText(message, anonymiser);
	if (message.deletedAt !== undefined || type === 'text') {
		const quoted = quotedMessageId === null ? null : textOf(quotedMessageId);
		if (quoted === null) return { step: 'send', ...chat, text, media: null, quotes: false };
		return { step: 'reply', ...chat, text, on: quoted.slice(0, MEANT_LENGTH) };
	}
	if (location !== undefined) {
		// A whole degree names no address.
		const [latitude, longitude] = [Math.round(location.latitude), Math.round(location.longitude)];
		return { step: 'location', ...chat, latitude, longitude, name: null, address: null, live: location.live };
	}
	if (contacts !== undefined) {
		const [{ name = 'Somebody', phones = [] } = {}] = contacts;
		const [number = null] = phones;
		return {
			step: 'contact',
			...chat,
			name: anonymiser.name(name),
			number: number === null ? null : anonymiser.phone(number),
			email: null,
		};
	}
	if (poll !== undefined) {
		const { question, options, selectable } = poll;
		const anonymous = options.map((option) => anonymiser.text(option));
		return { step: 'poll', ...chat, question: anonymiser.text(question), options: anonymous, selectable };
	}
	if (type === 'order' || type === 'unsupported') return null;
	const file = sampleFile(type, media?.mimeType ?? null, null);
	if (type === 'audio' && message.voice === true) return { step: 'voice', ...chat, media: file };
	if (type === 'sticker') return { step: 'sticker', ...chat, media: file };
	const caption = media?.caption ?? null;
	return {
		step: 'send',
		...chat,
		text: caption === null ? null : anonymiser.text(caption),
		media: file,
		quotes: false,
	};
}

/** What a person wrote on the phone of the account is done again; what the workflow answered is expected. */
function outboundStep(message: ExportedMessage, context: StepContext): Step | null {
	const { phone, anonymiser, expectsAnswers } = context;
	if (isEcho(message)) return { step: 'echo', phone, text: firstText(message, anonymiser) };
	if (
		!expectsAnswers ||
		(message.failedAt ?? null) !== null ||
		message.type === 'order' ||
		message.type === 'unsupported'
	) {
		return null;
	}
	const { type } = message;
	const expected = { text: null, contains: null, matches: null, within: WITHIN };
	return { step: 'receive', phone, group: null, ...expected, type };
}

/** A message from the account's own phone is sent when it is written; one of the gateway is queued first. */
function isEcho({ sentAt = null, timestamp, type }: ExportedMessage): boolean {
	return type === 'text' && sentAt !== null && Date.parse(sentAt) === Date.parse(timestamp);
}

function changeSteps(message: ExportedMessage, { phone, anonymiser }: StepContext): TimedStep[] {
	const chat = { phone, group: null };
	const { edits = [], content, deletedAt } = message;
	const original = firstText(message, anonymiser);
	const texts = [
		original,
		...edits.slice(1).map((edit) => anonymiser.text(edit.content)),
		anonymiser.text(content),
	];
	const changes = edits.map(({ timestamp }, index): TimedStep => {
		const on = (texts[index] ?? original).slice(0, MEANT_LENGTH);
		return { at: Date.parse(timestamp), step: { step: 'edit', ...chat, on, text: orDot(texts[index + 1]) } };
	});
	if (deletedAt === undefined) return changes;
	return [{ at: Date.parse(deletedAt), step: { step: 'delete', ...chat, on: original } }];
}

function reactionSteps(message: ExportedMessage, context: StepContext): TimedStep[] {
	const { phone, anonymiser, expectsAnswers } = context;
	const { reactions = [], direction } = message;
	const text = anonymiser.text(message.content).slice(0, MEANT_LENGTH);
	return reactions.flatMap(({ emoji, isFromMe, timestamp }): TimedStep[] => {
		const at = Date.parse(timestamp);
		// The text of an answer is another one in a replay: a reaction to it means the latest.
		const on = direction === 'inbound' && text !== '' && message.type === 'text' ? text : null;
		const chat = { phone, group: null, on, emoji };
		if (!isFromMe)
			return direction === 'outbound' && !expectsAnswers ? [] : [{ at, step: { step: 'react', ...chat } }];
		return expectsAnswers ? [{ at, step: { step: 'reaction', ...chat, within: WITHIN } }] : [];
	});
}

/** A step cannot write an empty text. */
function orDot(text = ''): string {
	return text === '' ? '.' : text;
}
