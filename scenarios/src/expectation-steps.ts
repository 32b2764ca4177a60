import type { PhoneMessage } from './gateway-api.ts';
import { messageWanted, span } from './describe.ts';
import type { MessageWanted, Step } from './scenario.ts';
import { StepFailure, type Stage } from './scenario-run.ts';

type StepOf<Kind extends Step['step']> = Extract<Step, { step: Kind }>;

/** A message comes that is as wanted; what came before it is not asked for again. */
export async function receive(stage: Stage, step: StepOf<'receive'>): Promise<void> {
	const { phone, group, within } = step;
	const found = await stage.waiting.until(within, async () => {
		const received = await stage.received(phone, group);
		return received.find((message) => fits(message, step)) ?? null;
	});
	if (found !== null) {
		stage.take(phone, group, found);
		return;
	}
	throw new StepFailure(
		`${messageWanted(step)} did not come within ${span(within)}. ${came(await stage.received(phone, group))}`,
	);
}

function fits({ type, content }: PhoneMessage, wanted: MessageWanted): boolean {
	return (
		(wanted.type === null || type === wanted.type) &&
		(wanted.text === null || content === wanted.text) &&
		(wanted.contains === null || content.includes(wanted.contains)) &&
		(wanted.matches === null || wanted.matches.test(content))
	);
}

/** Messages that came instead, named in a failure. */
const NAMED = 5;

function came(messages: readonly PhoneMessage[]): string {
	if (messages.length === 0) {
		return 'Nothing came at all: look whether the workflow is active and the event was delivered.';
	}
	const named = messages.slice(-NAMED).map(({ type, content }) => {
		const text = JSON.stringify(content);
		return type === 'text' ? text : `${type} ${text}`;
	});
	return `Instead came ${named.join(', ')}.`;
}

/** The instance shows that it is typing. */
export async function typed(stage: Stage, { phone, within }: StepOf<'typed'>): Promise<void> {
	const { id } = await stage.instance();
	const { number } = stage.phone(phone);
	const found = await stage.waiting.until(within, async () => {
		const chats = await stage.questions.chats(number);
		const chat = chats.find(({ instanceId, groupId }) => instanceId === id && groupId === null);
		return chat !== undefined && chat.typing.length > 0 ? chat : null;
	});
	if (found !== null) return;
	throw new StepFailure(
		`The instance did not type within ${span(within)}. Does its setting autoTyping, or the workflow, say so?`,
	);
}

/** The last thing a phone wrote has its ticks. */
export async function status(stage: Stage, step: StepOf<'status'>): Promise<void> {
	const { number } = stage.phone(step.phone);
	const { id } = await stage.instance();
	const groupId = await stage.groupId(step.phone, step.group);
	const latest = async (): Promise<PhoneMessage | null> =>
		(await stage.questions.messages(number, id, groupId)).find(({ fromMe }) => fromMe) ?? null;
	const found = await stage.waiting.until(step.within, async () => {
		const message = await latest();
		return message !== null && (message.status === step.is || message.status === 'read') ? message : null;
	});
	if (found !== null) return;
	const message = await latest();
	throw new StepFailure(
		message === null
			? `${step.phone} has written nothing yet.`
			: `${JSON.stringify(message.content)} is still ${message.status} after ${span(step.within)}.`,
	);
}

export async function event(stage: Stage, { kind, where, within }: StepOf<'event'>): Promise<void> {
	const { id } = await stage.instance();
	const look = () => Promise.resolve(stage.observed.event(id, kind, where));
	if ((await stage.waiting.until(within, look)) !== null) return;
	throw new StepFailure(`It did not happen within ${span(within)}. ${stage.observed.kinds(id)}`);
}

export async function delivery(stage: Stage, step: StepOf<'delivery'>): Promise<void> {
	const { id } = await stage.instance();
	const look = () => Promise.resolve(stage.observed.delivery(id, step));
	if ((await stage.waiting.until(step.within, look)) !== null) return;
	const seen = stage.observed.deliveriesOf(id, step.event);
	throw new StepFailure(`There was none within ${span(step.within)}. ${seen}`);
}

/** Nothing comes for a while, in the chat with the instance. */
export async function nothing(stage: Stage, step: StepOf<'nothing'>): Promise<void> {
	const came = await stage.waiting.until(step.for, async () => {
		const received = await stage.received(step.phone, null);
		return received[0] ?? null;
	});
	if (came === null) return;
	throw new StepFailure(`It received ${JSON.stringify(came.content)}.`);
}
