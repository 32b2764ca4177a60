import { formatDuration } from '../format/describe.ts';
import type { StepOf } from '../format/scenario.ts';
import type { HistoryMessage } from '../gateway/history.ts';
import { StepFailure, type ScenarioRun } from '../run/scenario-run.ts';

type InChat = Pick<StepOf<'unsent'>, 'phone' | 'group' | 'within'>;

/** Waits until the instance has written a message that is not sent yet. Later steps do not find it again. */
export async function expectUnsent(run: ScenarioRun, step: StepOf<'unsent'>): Promise<void> {
	const chat = await chatOf(run, step);
	const unsent = await run.poller.until(step.within, async () => {
		const all = await listUnsent(run, step, chat);
		return all.findLast(({ messageId }) => !run.foundUnsent.has(messageId)) ?? null;
	});
	if (unsent === null) throw noneUnsent(step);
	run.foundUnsent.add(unsent.messageId);
}

/**
 * Cancels the last unsent message of the instance in a chat. A message that the workflow has cancelled in this run, and
 * that no step has found, counts as cancelled by this step.
 */
export async function cancelUnsent(run: ScenarioRun, step: StepOf<'cancel'>): Promise<void> {
	const chat = await chatOf(run, step);
	const where = { chatId: chat.chatId, 'error.code': 'cancelled' };
	const done = await run.poller.until(step.within, async () => {
		if (run.eventLog.findEvent(chat.instanceId, 'message.failed', where) !== null) return true;
		const [latest] = await listUnsent(run, step, chat);
		if (latest === undefined) return null;
		await run.gateway.request('DELETE', `/v1/messages/${latest.messageId}?onlyUnsent=true`);
		return true;
	});
	if (done === null) throw noneUnsent(step);
}

interface Chat {
	instanceId: string;
	chatId: string;
}

async function chatOf(run: ScenarioRun, { phone, group }: InChat): Promise<Chat> {
	const { id: instanceId } = await run.instance();
	return { instanceId, chatId: (await run.groupId(phone, group)) ?? run.chatIdOf(phone) };
}

/** The latest messages of the instance in a chat that are not sent yet, the latest first; none from before this run. */
async function listUnsent(
	run: ScenarioRun,
	{ phone, group }: InChat,
	{ instanceId, chatId }: Chat,
): Promise<HistoryMessage[]> {
	const first = (await run.listOfRun(phone, group)).at(-1)?.messageId ?? '';
	const query = new URLSearchParams({ instanceId, chatId, limit: String(LISTED) }).toString();
	const list = async (path: string): Promise<HistoryMessage[]> =>
		((await run.gateway.request('GET', path)) as { data: HistoryMessage[] }).data;
	// The history does not contain scheduled messages.
	const scheduled = await list(`/v1/messages?${query}&scheduled=true`);
	const written = await list(`/v1/messages?${query}`);
	return [...scheduled, ...written].filter((message) => isUnsent(message) && message.messageId > first);
}

/** Messages of a chat that are looked at. */
const LISTED = 100;

function isUnsent({ direction, status }: HistoryMessage): boolean {
	return direction === 'outbound' && (status === 'scheduled' || status === 'queued');
}

function noneUnsent({ within }: InChat): StepFailure {
	return new StepFailure(
		`In ${formatDuration(within)} the instance has written nothing there that is not sent yet, such as a message with "sendAt".`,
	);
}
