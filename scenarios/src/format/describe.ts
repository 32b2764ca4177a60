import type { FaultKind, FaultTarget } from '../gateway/gateway-api.ts';
import type { ExpectedFields, ExpectedMessage, ExpectedText, Scenario, Step, StepOf } from './scenario.ts';

/** A step as a sentence. */
export function describeStep(step: Step, phones: Scenario['phones']): string {
	const who = 'phone' in step && step.phone !== null ? (phones[step.phone]?.name ?? step.phone) : '';
	const where = 'group' in step && step.group !== null ? ` in the group "${step.group}"` : '';
	switch (step.step) {
		case 'scan':
			return "The instance's phone scans its QR code";
		case 'send': {
			const text = step.text === null ? '' : ` ${quoted(step.text)}`;
			const media = step.media === null ? '' : ` ${mediaName(step.media.from)}`;
			return `${who} ${step.quotes ? 'replies with' : 'sends'}${media}${text}${where}`;
		}
		case 'reply':
			return `${who} replies with ${quoted(step.text)}${meant(step.on)}${where}`;
		case 'location':
			return `${who} sends ${step.live ? 'the live location' : 'the location'} ${step.name ?? `${step.latitude}, ${step.longitude}`}${where}`;
		case 'contact':
			return `${who} sends the contact ${step.name}${where}`;
		case 'poll':
			return `${who} sends the poll ${quoted(step.question)}${where}`;
		case 'voice':
			return `${who} sends the voice note ${mediaName(step.media.from)}${where}`;
		case 'sticker':
			return `${who} sends the sticker ${mediaName(step.media.from)}${where}`;
		case 'react':
			return step.emoji === null
				? `${who} takes the reaction back${meant(step.on)}${where}`
				: `${who} reacts with ${step.emoji}${meant(step.on)}${where}`;
		case 'edit':
			return `${who} edits a message to ${quoted(step.text)}${meant(step.on)}${where}`;
		case 'delete':
			return `${who} deletes a message${meant(step.on)}${where}`;
		case 'vote':
			return step.options.length === 0
				? `${who} takes the vote back${meant(step.on)}${where}`
				: `${who} votes for ${step.options.map(quoted).join(', ')}${meant(step.on)}${where}`;
		case 'press':
			return `${who} taps ${quoted(step.option)}${meant(step.on)}${where}`;
		case 'echo':
			return `The owner writes ${quoted(step.text)}${where === '' ? ` to ${who}` : where} on the phone of the instance`;
		case 'duplicate':
			return `${who} sends ${quoted(step.text)}, which the network delivers ${step.times} times`;
		case 'take':
			return `A person takes the chat with ${who}`;
		case 'release':
			return `The chat with ${who} is given back to the bot`;
		case 'cancel':
			return `What the instance wrote last${where === '' ? ` to ${who}` : where}, and has not sent yet, is cancelled within ${formatDuration(step.within)}`;
		case 'unsent':
			return `The instance has written ${where === '' ? `to ${who}` : `something${where}`}, and it is not sent yet, within ${formatDuration(step.within)}`;
		case 'reaction':
			return `${who} sees the reaction${step.emoji === null ? '' : ` ${step.emoji}`}${meant(step.on)}${where} within ${formatDuration(step.within)}`;
		case 'edited':
			return `${who} sees a message edited${describeText(step)}${where} within ${formatDuration(step.within)}`;
		case 'deleted':
			return `${who} sees a message deleted${where} within ${formatDuration(step.within)}`;
		case 'typing':
			return `${who} types${where}`;
		case 'receive':
			return `${who} receives ${describeExpectedMessage(step)}${where} within ${formatDuration(step.within)}`;
		case 'typed':
			return `${who} sees the instance typing within ${formatDuration(step.within)}`;
		case 'status':
			return `What ${who} sent last${where} is ${step.is} within ${formatDuration(step.within)}`;
		case 'read':
			return `${who} reads what the instance wrote`;
		case 'block':
			return `${who} blocks the instance`;
		case 'unblock':
			return `${who} unblocks the instance`;
		case 'offline':
			return `${who} goes offline`;
		case 'online':
			return `${who} is online again`;
		case 'join':
			return `${who} joins the group "${step.group}"${step.themselves ? ' by its invite' : ''}`;
		case 'leave':
			return `${who} leaves the group "${step.group}"${step.themselves ? ' without being removed' : ''}`;
		case 'promote':
			return `${who} becomes an admin of the group "${step.group}"`;
		case 'demote':
			return `${who} is no longer an admin of the group "${step.group}"`;
		case 'event':
			return `The event ${step.kind}${describeFields(step.where)} happens within ${formatDuration(step.within)}`;
		case 'delivery':
			return `The delivery of ${step.event}${describeFields(step.where)} is ${step.status} within ${formatDuration(step.within)}`;
		case 'nothing':
			return `${who} receives nothing for ${formatDuration(step.for)}`;
		case 'wait':
			return `Waits for ${formatDuration(step.for)}`;
		case 'advance':
			return step.by === 'next'
				? 'The time moves to what is due next'
				: `The time moves forward by ${step.by}`;
		case 'fault':
			return `${describeFault(step)}${who === '' ? '' : ` in the chat with ${who}`}${where}`;
		case 'drop':
			return `The connection of the instance drops${step.for === null ? '' : ` for ${formatDuration(step.for)}`}`;
		case 'connected':
			return `The instance is connected within ${formatDuration(step.within)}`;
		case 'traffic':
			return `${step.people} people send ${step.messages} messages, spread over ${step.over}`;
		case 'ledger':
			return `The ledger of the last ${step.hours} hours has nothing missing within ${formatDuration(step.within)}`;
	}
}

const FAULTS: Readonly<Record<FaultKind, string>> = {
	refuse: 'refuses',
	silent: 'gives no receipt for',
	duplicate: 'repeats',
	delay: 'delays',
	disconnect: 'drops the connection at',
	fail: 'refuses for good',
	window: 'has closed the 24-hour window for',
};
const TARGETS: Readonly<Record<FaultTarget, string>> = {
	sends: 'that the instance sends',
	receipts: 'that are receipts',
	received: 'that arrive',
};

/** Before the time of a fault, by its kind. */
const PREPOSITIONS: Readonly<Partial<Record<FaultKind, string>>> = { fail: 'after', disconnect: 'for' };

function describeFault({ kind, on, next, seconds, error }: StepOf<'fault'>): string {
	const which = on === null ? '' : ` ${TARGETS[on]}`;
	const time = seconds === null ? '' : formatDuration(seconds * 1000);
	const by = time === '' ? '' : ` ${PREPOSITIONS[kind] ?? 'by'} ${time}`;
	const why = error === null ? '' : ` (${error})`;
	return `The network ${FAULTS[kind]} the next ${next}${which}${by}${why}`;
}

/** The conditions for a message, as part of a sentence. */
export function describeExpectedMessage({ text, contains, matches, type }: ExpectedMessage): string {
	const kind = type === null ? 'a message' : `${article(type)} ${type}`;
	if (text !== null) return type === null ? quoted(text) : `${kind} with ${quoted(text)}`;
	if (contains !== null) return `${kind} that contains ${quoted(contains)}`;
	if (matches !== null) return `${kind} that matches /${matches.source}/`;
	return kind;
}

/** The conditions for a new text, as the end of a sentence. */
export function describeText({ text, contains, matches }: ExpectedText): string {
	if (text !== null) return ` to ${quoted(text)}`;
	if (contains !== null) return ` to a text that contains ${quoted(contains)}`;
	return matches === null ? '' : ` to a text that matches /${matches.source}/`;
}

/** A duration as scenarios write it: 500ms, 10s, 2m. */
export function formatDuration(milliseconds: number): string {
	if (milliseconds < 1000) return `${milliseconds}ms`;
	return milliseconds % 60_000 === 0 ? `${milliseconds / 60_000}m` : `${milliseconds / 1000}s`;
}

function describeFields(where: ExpectedFields): string {
	const fields = Object.entries(where).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
	return fields.length === 0 ? '' : ` with ${fields.join(', ')}`;
}

/** Which message is meant, as part of a sentence. */
function meant(on: string | null): string {
	return on === null ? '' : ` (the message with ${quoted(on)})`;
}

function article(noun: string): string {
	return /^[aeiou]/.test(noun) ? 'an' : 'a';
}

/** Characters of a text that a sentence quotes at most. */
const MAX_QUOTED = 80;

function quoted(text: string): string {
	return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);
}

function mediaName(from: string): string {
	return from.startsWith('data:') ? 'a file' : from;
}
