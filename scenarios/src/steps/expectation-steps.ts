import { describeExpectedMessage, formatDuration } from '../format/describe.ts';
import type { PhoneMessage } from '../gateway/gateway-api.ts';
import type { ExpectedMessage, ExpectedText, StepOf } from '../format/scenario.ts';
import { StepFailure, type ScenarioRun } from '../run/scenario-run.ts';

/** Waits for a message that fits. Later steps find neither this message nor any before it. */
export async function expectMessage(run: ScenarioRun, step: StepOf<'receive'>): Promise<void> {
	const { phone, group, within } = step;
	const message = await run.poller.until(within, async () => {
		const unseen = await run.listUnseen(phone, group);
		return unseen.find((candidate) => fits(candidate, step)) ?? null;
	});
	if (message !== null) {
		run.markSeen(phone, group, message);
		return;
	}
	const others = describeMessages(await run.listUnseen(phone, group));
	throw new StepFailure(
		`${describeExpectedMessage(step)} did not come within ${formatDuration(within)}. ${others}`,
	);
}

function fits({ type, content }: PhoneMessage, expected: ExpectedMessage): boolean {
	return (expected.type === null || type === expected.type) && fitsText(content, expected);
}

/** Whether a text meets all conditions. */
export function fitsText(content: string, { text, contains, matches }: ExpectedText): boolean {
	return (
		(text === null || content === text) &&
		(contains === null || content.includes(contains)) &&
		(matches === null || matches.test(content))
	);
}

/** Most messages a failure lists. */
const MAX_LISTED = 5;

function describeMessages(messages: readonly PhoneMessage[]): string {
	if (messages.length === 0) {
		return 'No message came at all: check whether the workflow is active and the event was delivered.';
	}
	const listed = messages.slice(-MAX_LISTED).map(({ type, content }) => {
		const text = JSON.stringify(content);
		return type === 'text' ? text : `${type} ${text}`;
	});
	return `Instead came ${listed.join(', ')}.`;
}

/** Waits until the instance shows in the chat with the phone that it is typing. */
export async function expectTyping(run: ScenarioRun, { phone, within }: StepOf<'typed'>): Promise<void> {
	const { id } = await run.instance();
	const { number } = run.phone(phone);
	const chat = await run.poller.until(within, async () => {
		const chats = await run.queries.listChats(number);
		const own = chats.find(({ instanceId, groupId }) => instanceId === id && groupId === null);
		return own !== undefined && own.typing.length > 0 ? own : null;
	});
	if (chat !== null) return;
	throw new StepFailure(
		`The instance did not type within ${formatDuration(within)}. Turn on its setting autoTyping, or let the workflow show typing.`,
	);
}

/** Waits until the message a phone wrote last is delivered or read. */
export async function expectStatus(run: ScenarioRun, step: StepOf<'status'>): Promise<void> {
	const { number } = run.phone(step.phone);
	const { id } = await run.instance();
	const groupId = await run.groupId(step.phone, step.group);
	const findLast = async (): Promise<PhoneMessage | null> =>
		(await run.queries.listMessages(number, id, groupId)).find(({ fromMe }) => fromMe) ?? null;
	const expected = await run.poller.until(step.within, async () => {
		const message = await findLast();
		// A message that is read has been delivered.
		return message !== null && (message.status === step.is || message.status === 'read') ? message : null;
	});
	if (expected !== null) return;
	const last = await findLast();
	throw new StepFailure(
		last === null
			? `${step.phone} has written nothing yet.`
			: `${JSON.stringify(last.content)} is still ${last.status} after ${formatDuration(step.within)}.`,
	);
}

export async function expectEvent(run: ScenarioRun, { kind, where, within }: StepOf<'event'>): Promise<void> {
	const { id } = await run.instance();
	const lookup = () => Promise.resolve(run.eventLog.findEvent(id, kind, where));
	if ((await run.poller.until(within, lookup)) !== null) return;
	throw new StepFailure(
		`It did not happen within ${formatDuration(within)}. ${run.eventLog.describeEvents(id)}`,
	);
}

export async function expectDelivery(run: ScenarioRun, step: StepOf<'delivery'>): Promise<void> {
	const { id } = await run.instance();
	const lookup = () => Promise.resolve(run.eventLog.findDelivery(id, step));
	if ((await run.poller.until(step.within, lookup)) !== null) return;
	const others = run.eventLog.describeDeliveries(id, step.event);
	throw new StepFailure(`There was none within ${formatDuration(step.within)}. ${others}`);
}

/** Waits the whole time of the step, and fails when a message comes in the chat with the instance. */
export async function expectNoMessage(run: ScenarioRun, step: StepOf<'nothing'>): Promise<void> {
	const message = await run.poller.until(step.for, async () => {
		const unseen = await run.listUnseen(step.phone, null);
		return unseen[0] ?? null;
	});
	if (message === null) return;
	throw new StepFailure(`It received ${JSON.stringify(message.content)}.`);
}
