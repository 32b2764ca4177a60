import { setTimeout as sleep } from 'node:timers/promises';
import { request } from './request.ts';
import type { LoadContext } from './load-context.ts';

/** Maximum messages of a burst: sent without a pause, so that several of a chat are queued at a time. */
const MAX_BURST = 8;
/** Longest pause after a burst per message, in milliseconds. */
const MAX_PAUSE = 160;
/** Milliseconds until a message that was not accepted is sent again. */
const RETRY_DELAY = 30;

export interface Chat {
	instanceId: string;
	to: string;
}

/**
 * Sends messages to a chat, one after the other. Retries each with its own idempotency key until it is accepted, so that
 * the order of acceptance is the order of the numbers. Calls `onAccepted` with the id of each accepted message.
 */
export async function sendToChat(
	{ instanceId, to }: Chat,
	{ fleet, recorder, random, shouldContinue }: LoadContext,
	onAccepted: (messageId: string) => void,
): Promise<void> {
	let burst = random.integer(1, MAX_BURST);
	let left = burst;
	for (let number = 1; shouldContinue(); number += 1) {
		const key = `${instanceId.slice(-6)}-${to}-${number}`;
		const content = `out ${key}`;
		for (;;) {
			const gateway = await fleet.anyReady(random);
			recorder.record({ kind: 'send', key, instanceId, to, number, content });
			const body = { instanceId, to, message: content };
			const reply = await request(gateway, 'POST', '/v1/messages/send', body, { 'idempotency-key': key });
			const messageId = messageIdOf(reply.body);
			recorder.record({ kind: 'send response', key, status: reply.status, messageId });
			// A person owns the chat, so the bot drops this message.
			if (reply.status === 409) {
				await sleep(RETRY_DELAY);
				break;
			}
			if (reply.status === 202) {
				if (messageId !== null) onAccepted(messageId);
				break;
			}
			await sleep(RETRY_DELAY);
		}
		left -= 1;
		if (left > 0) continue;
		await sleep(random.integer(0, MAX_PAUSE * burst));
		burst = random.integer(1, MAX_BURST);
		left = burst;
	}
}

function messageIdOf(body: unknown): string | null {
	const { messageId } = (body ?? {}) as { messageId?: string };
	return messageId ?? null;
}
