import { setTimeout as sleep } from 'node:timers/promises';
import { request } from './request.ts';
import type { LoadContext } from './load-context.ts';
import type { Chat } from './sender.ts';

/** Longest time that a person has a chat, and leaves it to the bot, in milliseconds. */
const MAX_TIME = 600;
/** Milliseconds until a request without a response is sent again. */
const RETRY_DELAY = 30;

/** A person writes in a chat on the phone and gives it back to the bot, again and again. At the end the bot has it. */
export async function takeAndRelease(
	{ instanceId, to }: Chat,
	{ fleet, recorder, random, shouldContinue }: LoadContext,
): Promise<void> {
	for (let number = 1; shouldContinue(); number += 1) {
		const content = `person ${instanceId.slice(-6)}-${to}-${number}`;
		const echo = await fleet.anyReady(random);
		recorder.record({ kind: 'take', instanceId, to, content });
		const { status } = await request(echo, 'POST', `/simulator/v1/instances/${instanceId}/echoes`, {
			to,
			content,
		});
		recorder.record({ kind: 'take response', instanceId, to, content, status });
		await sleep(random.integer(0, MAX_TIME));
		await release();
		await sleep(random.integer(0, MAX_TIME));
	}

	async function release(): Promise<void> {
		recorder.record({ kind: 'release', instanceId, to });
		for (;;) {
			const gateway = await fleet.anyReady(random);
			const path = `/v1/chats/${to}@s.whatsapp.net/owner`;
			const { status } = await request(gateway, 'PUT', path, { instanceId, owner: 'bot' });
			recorder.record({ kind: 'release response', instanceId, to, status });
			// The chat does not exist where what the person wrote was lost before it arrived.
			if (status === 200 || status === 404) return;
			await sleep(RETRY_DELAY);
		}
	}
}
