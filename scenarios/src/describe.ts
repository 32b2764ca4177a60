import type { ExpectedFields, ExpectedMessage, Scenario, Step } from './scenario.ts';

/** A step as a sentence. */
export function describeStep(step: Step, phones: Scenario['phones']): string {
	const who = 'phone' in step ? (phones[step.phone]?.name ?? step.phone) : '';
	const where = 'group' in step && step.group !== null ? ` in the group "${step.group}"` : '';
	switch (step.step) {
		case 'scan':
			return "The instance's phone scans its QR code";
		case 'send': {
			const text = step.text === null ? '' : ` ${quoted(step.text)}`;
			const media = step.media === null ? '' : ` ${mediaName(step.media.from)}`;
			return `${who} ${step.quotes ? 'replies with' : 'sends'}${media}${text}${where}`;
		}
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
			return `${who} joins the group "${step.group}"`;
		case 'leave':
			return `${who} leaves the group "${step.group}"`;
		case 'event':
			return `The event ${step.kind}${describeFields(step.where)} happens within ${formatDuration(step.within)}`;
		case 'delivery':
			return `The delivery of ${step.event}${describeFields(step.where)} is ${step.status} within ${formatDuration(step.within)}`;
		case 'nothing':
			return `${who} receives nothing for ${formatDuration(step.for)}`;
		case 'wait':
			return `Waits for ${formatDuration(step.for)}`;
	}
}

/** The conditions for a message, as part of a sentence. */
export function describeExpectedMessage({ text, contains, matches, type }: ExpectedMessage): string {
	const kind = type === null ? 'a message' : `${article(type)} ${type}`;
	if (text !== null) return type === null ? quoted(text) : `${kind} with ${quoted(text)}`;
	if (contains !== null) return `${kind} that contains ${quoted(contains)}`;
	if (matches !== null) return `${kind} that matches /${matches.source}/`;
	return kind;
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
