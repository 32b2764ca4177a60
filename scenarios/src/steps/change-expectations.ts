import { findMessage } from './change-steps.ts';
import { describeText, formatDuration } from '../format/describe.ts';
import { fitsText } from './expectation-steps.ts';
import type { StepOf } from '../format/scenario.ts';
import { StepFailure, type ScenarioRun } from '../run/scenario-run.ts';

/** Waits until another person than the phone has reacted to its last message, or to the named one. */
export async function expectReaction(run: ScenarioRun, step: StepOf<'reaction'>): Promise<void> {
	const { emoji, within } = step;
	const listReactions = async (): Promise<string[]> => {
		const { reactions } = await findMessage(run, step, ({ fromMe }) => fromMe);
		return reactions.filter(({ fromMe }) => !fromMe).map((reaction) => reaction.emoji);
	};
	const found = await run.poller.until(within, async () => {
		const reactions = await listReactions();
		return (emoji === null ? reactions.length > 0 : reactions.includes(emoji)) ? true : null;
	});
	if (found !== null) return;
	const others = await listReactions();
	const instead = others.length === 0 ? 'There is no reaction.' : `Instead there is ${others.join(', ')}.`;
	throw new StepFailure(`It did not come within ${formatDuration(within)}. ${instead}`);
}

/** Waits until a message that the phone received has been edited to a text that fits. */
export async function expectEdit(run: ScenarioRun, step: StepOf<'edited'>): Promise<void> {
	const { phone, group, within } = step;
	const listEdited = async () =>
		(await run.listOfRun(phone, group)).filter(({ fromMe, editedAt }) => !fromMe && editedAt !== null);
	const found = await run.poller.until(within, async () => {
		const edited = await listEdited();
		return edited.find(({ content }) => fitsText(content, step)) ?? null;
	});
	if (found !== null) return;
	const others = (await listEdited()).map(({ content }) => JSON.stringify(content));
	throw new StepFailure(
		`No message was edited${describeText(step)} within ${formatDuration(within)}. ${
			others.length === 0 ? 'None was edited at all.' : `Edited were ${others.join(', ')}.`
		}`,
	);
}

/** Waits until a message that the phone received has been deleted. */
export async function expectDeletion(run: ScenarioRun, step: StepOf<'deleted'>): Promise<void> {
	const { phone, group, within } = step;
	const found = await run.poller.until(within, async () => {
		const messages = await run.listOfRun(phone, group);
		return messages.find(({ fromMe, deleted }) => !fromMe && deleted) ?? null;
	});
	if (found !== null) return;
	throw new StepFailure(
		`No message was deleted within ${formatDuration(within)}. Check whether the workflow deletes one that this phone received.`,
	);
}
