import type { GatewayClient } from '../gateway/gateway-client.ts';
import { pagesOfHistory } from '../gateway/history.ts';
import type { Scenario, Step } from '../format/scenario.ts';
import { createAnonymiser } from './anonymiser.ts';
import { readCancelledMessages } from './cancelled-messages.ts';
import type { ExportedMessage } from './exported-message.ts';
import { stepsOfFailedSends } from './failed-sends.ts';
import { readParticipantChanges, stepsOfParticipantChanges } from './group-changes.ts';
import { stepsOfMessage, stepsOfPromises, type TimedStep } from './message-steps-of.ts';
import { afterOutages, readOutages, stepsOfOutage, type Outage } from './outages.ts';
import { withPauses } from './pauses.ts';
import { isGroup, peopleOf, type People } from './people.ts';

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

/**
 * Exports a chat as a scenario without anything personal: the same messages, changes and failures, with the same times
 * between them. Throws NothingToExportError.
 */
export async function exportScenario(
	gateway: GatewayClient,
	options: ExportOptions,
): Promise<ExportedScenario> {
	const { chatId, keep, expectsAnswers } = options;
	const { messages: history, isCut } = await readMessages(gateway, options);
	const [first] = history;
	if (first === undefined) throw new NothingToExportError('The chat has no messages in this time.');
	const time = { ...options, from: options.from ?? writtenAt(first) };
	const cancelled = await readCancelledMessages(gateway, time);
	const messages = [...history, ...cancelled].sort((a, b) => writtenAt(a) - writtenAt(b));
	const changes = isGroup(chatId) ? await readParticipantChanges(gateway, time) : [];
	const anonymiser = createAnonymiser(keep);
	const people = peopleOf(chatId, messages, changes, anonymiser);
	const byId = new Map(messages.map((message) => [message.messageId, message]));
	const messageOf = (messageId: string): ExportedMessage | undefined => byId.get(messageId);
	const context = { people, anonymiser, expectsAnswers, messageOf };
	const written = messages.flatMap((message) => stepsOfMessage(message, context));
	const failed = stepsOfFailedSends(messages, context);
	const changed = stepsOfParticipantChanges(changes, context);
	if (written.length + failed.length + changed.length === 0) {
		throw new NothingToExportError('Nothing in this time can be played again.');
	}
	const outages = await readOutages(gateway, options.instanceId, timeOf(messages));
	// At one time the network fails first, and then somebody writes.
	const steps = [
		...outages.flatMap(stepsOfOutage),
		...[...failed, ...changed, ...written.sort(byTime), ...stepsOfPromises(messages, context)].map((step) =>
			afterOutages(step, outages),
		),
	].sort(byTime);
	const scenario = {
		name: 'An exported chat',
		instance: null,
		phones: people.phones,
		steps: [...joinsOf(people), ...withPauses(steps)],
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

const writtenAt = ({ timestamp }: ExportedMessage): number => Date.parse(timestamp);
const byTime = (a: TimedStep, b: TimedStep): number => a.at - b.at;

/** From the first to the last message. */
function timeOf(messages: readonly ExportedMessage[]): Outage {
	const times = messages.map(({ timestamp }) => Date.parse(timestamp));
	return { from: Math.min(...times), until: Math.max(...times) };
}

function joinsOf({ members, group }: People): Step[] {
	if (group === null) return [];
	return members.map((phone) => ({ step: 'join', phone, group, themselves: false }));
}
