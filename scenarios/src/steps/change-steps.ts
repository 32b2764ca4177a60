import type { PhoneMessage } from '../gateway/gateway-api.ts';
import type { StepOf } from '../format/scenario.ts';
import { StepFailure, type ScenarioRun } from '../run/scenario-run.ts';

/** Milliseconds for which a message that a step means may still be on its way to the phone. */
const ARRIVAL_TIME = 1000;

interface OnMessage {
	phone: string;
	group: string | null;
	on: string | null;
}

/**
 * The latest message of a chat that `isMeant`, and that contains the text `on` unless it is null. Throws StepFailure
 * when there is none.
 */
export async function findMessage(
	run: ScenarioRun,
	{ phone, group, on }: OnMessage,
	isMeant: (message: PhoneMessage) => boolean,
): Promise<PhoneMessage> {
	const found = await run.poller.until(ARRIVAL_TIME, async () => {
		const messages = await run.listMessages(phone, group);
		return (
			messages.find((message) => isMeant(message) && (on === null || message.content.includes(on))) ?? null
		);
	});
	if (found !== null) return found;
	throw new StepFailure(
		on === null
			? `${phone} shows no message that this step can mean yet. Let it come before, with the step receive.`
			: `${phone} shows no message with ${JSON.stringify(on)} that this step can mean. Check the text of "on".`,
	);
}

/** Without `on`, a reaction or a reply is to a message that the phone received; with it, to any. */
export function isReceivedUnlessNamed({ on }: OnMessage): (message: PhoneMessage) => boolean {
	return ({ fromMe }) => on !== null || !fromMe;
}

/** Reacts to a message, edits it, or votes. */
export async function changeMessage(
	run: ScenarioRun,
	step: StepOf<'react' | 'edit' | 'vote'>,
): Promise<void> {
	const key = await run.chatKey(step);
	switch (step.step) {
		case 'react': {
			const path = await pathOf(run, step, isReceivedUnlessNamed(step));
			await run.gateway.request('PUT', `${path}/reaction`, { ...key, emoji: step.emoji });
			return;
		}
		case 'edit': {
			const path = await pathOf(run, step, ({ fromMe }) => fromMe);
			await run.gateway.request('PATCH', path, { ...key, content: step.text });
			return;
		}
		case 'vote': {
			const path = await pathOf(run, step, ({ type }) => type === 'poll');
			await run.gateway.request('PUT', `${path}/vote`, { ...key, options: step.options });
			return;
		}
	}
}

/** Deletes a message for everyone. */
export async function remove(run: ScenarioRun, step: StepOf<'delete'>): Promise<void> {
	const path = await pathOf(run, step, ({ fromMe, deleted }) => fromMe && !deleted);
	const query = new URLSearchParams({ ...(await run.chatKey(step)) });
	await run.gateway.request('DELETE', `${path}?${query.toString()}`);
}

/** Taps a button, or an entry of a list. */
export async function press(run: ScenarioRun, step: StepOf<'press'>): Promise<void> {
	const path = await pathOf(run, step, ({ options }) => options.length > 0);
	await run.gateway.request('POST', `${path}/press`, { ...(await run.chatKey(step)), option: step.option });
}

async function pathOf(
	run: ScenarioRun,
	step: OnMessage,
	isMeant: (message: PhoneMessage) => boolean,
): Promise<string> {
	const { messageId } = await findMessage(run, step, isMeant);
	return `/simulator/v1/phones/${run.phone(step.phone).number}/messages/${messageId}`;
}
