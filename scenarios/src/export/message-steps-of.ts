import type { Step } from '../format/scenario.ts';
import type { Anonymiser } from './anonymiser.ts';
import type { ExportedMessage } from './exported-message.ts';
import type { People } from './people.ts';
import { sampleFile } from './sample-file.ts';

/** A step at a time (epoch milliseconds). */
export interface TimedStep {
	at: number;
	step: Step;
}

export interface StepContext {
	people: People;
	anonymiser: Anonymiser;
	/** Whether the scenario expects the answers. */
	expectsAnswers: boolean;
	/** A message of this export by its id; undefined: it is not in it. */
	messageOf: (messageId: string) => ExportedMessage | undefined;
}

/** Milliseconds that a replayed answer may take. */
export const WITHIN = 30_000;

/** Characters of a text by which a step names the message that is meant. */
const MEANT_LENGTH = 200;

/** Returns the steps of a scenario that repeat the history of a message: its writing, edits, reactions and deletion. */
export function stepsOfMessage(message: ExportedMessage, context: StepContext): TimedStep[] {
	const written =
		message.direction === 'inbound' ? inboundStep(message, context) : outboundStep(message, context);
	if (written === null) return [];
	const at = sentTime(message);
	const changes = message.direction === 'inbound' ? changeSteps(message, context) : [];
	return [{ at, step: written }, ...changes, ...reactionSteps(message, context)];
}

/** When a message was written, or was to be sent if it was written for later (epoch milliseconds). */
export function sentTime({ timestamp, sendAt }: ExportedMessage): number {
	return Date.parse(sendAt ?? timestamp);
}

/** Waits until the workflow has scheduled its message, so that the time does not move before. */
export function unsentStep(at: number, people: People): TimedStep {
	return { at, step: { step: 'unsent', ...chatOf(people, undefined), within: WITHIN } };
}

/**
 * Waits for the scheduled messages that were sent. The gateway does not record when they were scheduled, so the
 * scenario awaits them as late as possible: after the last message before their time.
 */
export function stepsOfPromises(
	messages: readonly ExportedMessage[],
	{ people, expectsAnswers }: Pick<StepContext, 'people' | 'expectsAnswers'>,
): TimedStep[] {
	const steps: TimedStep[] = [];
	let latestArrival: number | null = null;
	for (const message of messages) {
		const { direction, sendAt, timestamp } = message;
		if (direction === 'inbound') latestArrival = Date.parse(timestamp);
		if (!expectsAnswers || direction === 'inbound' || sendAt === undefined || isFailed(message)) continue;
		if (latestArrival !== null) steps.push(unsentStep(latestArrival, people));
	}
	return steps;
}

/** The text that a message had at first, anonymised. A deleted message has none any more. */
function firstText({ content, edits, deletedAt }: ExportedMessage, anonymiser: Anonymiser): string {
	if (deletedAt !== undefined) return 'A message that was deleted';
	return orDot(anonymiser.text(edits?.[0]?.content ?? content));
}

function inboundStep(message: ExportedMessage, context: StepContext): Step | null {
	const { people, anonymiser, expectsAnswers, messageOf } = context;
	const chat = chatOf(people, message.senderId);
	const { type, quotedMessageId = null, media = null, location, contacts, poll } = message;
	const text = firstText(message, anonymiser);
	if (message.deletedAt !== undefined || type === 'text') {
		const quoted = quotedMessageId === null ? undefined : messageOf(quotedMessageId);
		const isToAnswer = quoted?.direction === 'outbound' && !isEcho(quoted);
		if (quoted === undefined || (isToAnswer && !expectsAnswers)) {
			return { step: 'send', ...chat, text, media: null, quotes: false };
		}
		// The text of an answer is another one in a replay: a reply to it means the latest.
		const on = isToAnswer ? null : firstText(quoted, anonymiser).slice(0, MEANT_LENGTH);
		return { step: 'reply', ...chat, text, on };
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

/**
 * The scenario repeats the messages of a person on the phone of the account, and expects the answers of the workflow.
 */
function outboundStep(message: ExportedMessage, context: StepContext): Step | null {
	const { people, anonymiser, expectsAnswers } = context;
	const chat = chatOf(people, undefined);
	if (isEcho(message)) return { step: 'echo', ...chat, text: firstText(message, anonymiser) };
	if (!expectsAnswers || isFailed(message) || message.type === 'order' || message.type === 'unsupported') {
		return null;
	}
	// In a group, a phone also receives the messages of the others.
	if (people.group !== null) return { step: 'event', kind: 'message.sent', where: {}, within: WITHIN };
	const { type } = message;
	const expected = { text: null, contains: null, matches: null, within: WITHIN };
	return { step: 'receive', ...chat, ...expected, type };
}

/** A message from the account's own phone is sent when it is written; one of the gateway is queued first. */
export function isEcho({ sentAt = null, timestamp, type }: ExportedMessage): boolean {
	return type === 'text' && sentAt !== null && Date.parse(sentAt) === Date.parse(timestamp);
}

/** Whether the network, or the gateway, has given a message up. */
export function isFailed({ failedAt = null }: ExportedMessage): boolean {
	return failedAt !== null;
}

function chatOf({ nameOf, group }: People, senderId: string | undefined) {
	return { phone: nameOf(senderId), group };
}

function changeSteps(message: ExportedMessage, { people, anonymiser }: StepContext): TimedStep[] {
	const chat = chatOf(people, message.senderId);
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
	const { people, anonymiser, expectsAnswers } = context;
	const { reactions = [], direction } = message;
	const text = anonymiser.text(message.content).slice(0, MEANT_LENGTH);
	return reactions.flatMap(({ emoji, isFromMe, senderId, timestamp }): TimedStep[] => {
		const at = Date.parse(timestamp);
		// The text of an answer is another one in a replay: a reaction to it means the latest.
		const on = direction === 'inbound' && text !== '' && message.type === 'text' ? text : null;
		const chat = { ...chatOf(people, isFromMe ? message.senderId : senderId), on, emoji };
		if (!isFromMe)
			return direction === 'outbound' && !expectsAnswers ? [] : [{ at, step: { step: 'react', ...chat } }];
		return expectsAnswers ? [{ at, step: { step: 'reaction', ...chat, within: WITHIN } }] : [];
	});
}

/** A step cannot write an empty text. */
function orDot(text = ''): string {
	return text === '' ? '.' : text;
}
