import { findMessage, isReceivedUnlessNamed } from './change-steps.ts';
import { mediaFields, write } from './phone-steps.ts';
import type { StepOf } from '../format/scenario.ts';
import type { ScenarioRun } from '../run/scenario-run.ts';

/** Replies to the last message that the phone received, or to the named one. */
export async function reply(run: ScenarioRun, step: StepOf<'reply'>): Promise<void> {
	const { messageId } = await findMessage(run, step, isReceivedUnlessNamed(step));
	await write(run, step, { content: step.text, quotedMessageId: messageId });
}

export async function sendLocation(run: ScenarioRun, step: StepOf<'location'>): Promise<void> {
	const { latitude, longitude, name, address, live } = step;
	await write(run, step, { location: { latitude, longitude, name, address, live } });
}

export async function sendContact(run: ScenarioRun, step: StepOf<'contact'>): Promise<void> {
	const phones = step.number === null ? [] : [step.number];
	const emails = step.email === null ? [] : [step.email];
	await write(run, step, { contacts: [{ name: step.name, phones, emails }] });
}

export async function sendPoll(run: ScenarioRun, step: StepOf<'poll'>): Promise<void> {
	const { question, options, selectable } = step;
	await write(run, step, { poll: { question, options, selectable } });
}

export async function sendFile(run: ScenarioRun, step: StepOf<'voice' | 'sticker'>): Promise<void> {
	const isVoice = step.step === 'voice';
	const type = isVoice ? 'audio' : 'sticker';
	const file = await mediaFields(run, { ...step.media, type });
	await write(run, step, { ...file, ...(isVoice ? { voice: true } : {}) });
}

/** The account's owner writes on the phone of the instance. */
export async function echo(run: ScenarioRun, { phone, group, text }: StepOf<'echo'>): Promise<void> {
	const { id } = await run.instance();
	const to = (await run.groupId(phone, group)) ?? run.phone(phone).number;
	const body = { to, content: text };
	await run.gateway.request('POST', `/simulator/v1/instances/${id}/echoes`, body);
}

/** Delivers one text several times under one id, as a network does that has lost a receipt. */
export async function duplicate(
	run: ScenarioRun,
	{ phone, text, times }: StepOf<'duplicate'>,
): Promise<void> {
	const { id } = await run.instance();
	const { number, name } = run.phone(phone);
	const networkId = run.newNetworkId();
	const named = name === null ? {} : { contactName: name };
	const body = { from: number, ...named, networkId, content: text };
	for (let copy = 0; copy < times; copy += 1) {
		await run.gateway.request('POST', `/simulator/v1/instances/${id}/messages`, body);
	}
}
