import type { GatewayClient } from '../gateway-client.ts';
import { pagesOfHistory } from '../history.ts';
import type { Scenario, ScenarioPhone, Step } from '../scenario.ts';
import { createAnonymiser, type Anonymiser } from './anonymiser.ts';
import type { ExportedMessage } from './exported-message.ts';
import { firstText, stepsOfMessage, type TimedStep } from './message-steps-of.ts';

/** Which part of which chat is exported, and how. */
export interface ExportOptions {
	instanceId: string;
	chatId: string;
	/** Epoch milliseconds; null: no limit on this side. */
	from: number | null;
	to: number | null;
	/** Most messages; of more, the latest are exported. */
	limit: number;
	/** Words that stay in the texts. */
	keep: readonly string[];
	expectsAnswers: boolean;
}

/** A scenario, and whether the chat had more messages in that time than were exported. */
export interface ExportedScenario {
	scenario: Scenario;
	messages: number;
	isCut: boolean;
}

/** There is nothing to export: the message says why. */
export class NothingToExportError extends Error {}

const PHONE = 'customer';

/**
 * Exports a chat with one person as a scenario without anything personal: the same messages and changes, with the same
 * times between them. Throws NothingToExportError.
 */
export async function exportScenario(
	gateway: GatewayClient,
	options: ExportOptions,
): Promise<ExportedScenario> {
	const { chatId, keep, expectsAnswers } = options;
	if (chatId.endsWith('@g.us')) {
		throw new NothingToExportError('Only chats with one person can be exported, not groups.');
	}
	const { messages, isCut } = await readMessages(gateway, options);
	if (messages.length === 0) throw new NothingToExportError('The chat has no messages in this time.');
	const anonymiser = createAnonymiser(keep);
	const phone = phoneOf(chatId, messages, anonymiser);
	const texts = new Map(messages.map((message) => [message.messageId, firstText(message, anonymiser)]));
	const textOf = (messageId: string): string | null => texts.get(messageId) ?? null;
	const context = { phone: PHONE, anonymiser, expectsAnswers, textOf };
	const steps = messages.flatMap((message) => stepsOfMessage(message, context)).sort((a, b) => a.at - b.at);
	if (steps.length === 0) throw new NothingToExportError('Nothing in this time can be played again.');
	const scenario = {
		name: 'An exported chat',
		instance: null,
		phones: { [PHONE]: phone },
		steps: withPauses(steps),
	};
	return { scenario, messages: messages.length, isCut };
}

/** Reads the messages of the time, with the details of those that have some, oldest first. */
async function readMessages(
	gateway: GatewayClient,
	{ instanceId, chatId, from, to, limit }: ExportOptions,
): Promise<{ messages: ExportedMessage[]; isCut: boolean }> {
	const newestFirst: ExportedMessage[] = [];
	let isOver = false;
	for await (const page of pagesOfHistory<ExportedMessage>(gateway, { instanceId, chatId, after: null })) {
		for (const message of page) {
			const at = Date.parse(message.timestamp);
			if (from !== null && at < from) isOver = true;
			else if (to === null || at <= to) newestFirst.push(message);
		}
		if (isOver || newestFirst.length > limit) break;
	}
	const isCut = newestFirst.length > limit;
	const messages = newestFirst.slice(0, limit).reverse();
	const detailed: ExportedMessage[] = [];
	for (const message of messages)
		detailed.push(hasDetails(message) ? await readDetails(gateway, message) : message);
	return { messages: detailed, isCut };
}

/** Texts that nobody changed are complete in the history; whether the account's owner wrote them is in the details. */
function hasDetails({ direction, type, editedAt }: ExportedMessage): boolean {
	return direction === 'outbound' || type !== 'text' || editedAt !== undefined;
}

async function readDetails(gateway: GatewayClient, { messageId }: ExportedMessage): Promise<ExportedMessage> {
	const { data } = (await gateway.request('GET', `/v1/messages/${messageId}`)) as { data: ExportedMessage };
	return data;
}

function phoneOf(
	chatId: string,
	messages: readonly ExportedMessage[],
	anonymiser: Anonymiser,
): ScenarioPhone {
	const name = messages.find(({ contactName }) => (contactName ?? '') !== '')?.contactName ?? null;
	return {
		number: anonymiser.phone(chatId.replace(/@.*$/, '')),
		name: name === null ? null : anonymiser.name(name),
		reads: 'automatically',
	};
}

/** A longer pause (milliseconds) is skipped by moving the time of the gateway: nobody waits for a night in a replay. */
const LONGEST_PAUSE = 60_000;

/** Puts the times between steps between them. An expectation waits by itself. */
function withPauses(steps: readonly TimedStep[]): Step[] {
	let before = steps[0]?.at ?? 0;
	return steps.flatMap(({ at, step }): Step[] => {
		if (step.step === 'receive' || step.step === 'reaction') return [step];
		const pause = at - before;
		before = at;
		return [...pauseOf(pause), step];
	});
}

/** The most that one step moves the time, in seconds: 31 days. */
const LONGEST_ADVANCE = 31 * 24 * 3600;

function pauseOf(milliseconds: number): Step[] {
	if (milliseconds <= 0) return [];
	if (milliseconds <= LONGEST_PAUSE) return [{ step: 'wait', for: milliseconds }];
	const seconds = Math.min(Math.floor(milliseconds / 1000), LONGEST_ADVANCE);
	const hours = Math.floor(seconds / 3600);
	const minutes = Math.floor((seconds % 3600) / 60);
	const parts = [`${hours}h`, `${minutes}m`, `${seconds % 60}s`].filter((part) => !part.startsWith('0'));
	return [{ step: 'advance', by: parts.join('') }];
}
