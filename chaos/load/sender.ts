import { pause, request } from './request.ts';
import type { LoadContext } from './load-context.ts';

/** Most messages sent one right after the other: so several of a chat are queued at a time. */
const BURST = 8;
/** Longest rest for each message of a burst after it, in milliseconds. */
const REST = 160;
/** Milliseconds before a message that was not accepted is sent again. */
const AGAIN = 30;

/** Someone who writes to one chat, one message after the other; returns what to stop by and the accepted ids. */
export interface Chat {
	instanceId: string;
	to: string;
}

/**
 * Writes to a chat until told to stop. Each message has a key of its own and is sent again, under that key, until
 * it is accepted: so the order of acceptance is that of the numbers. Tells of every message that was accepted.
 */
export async function sendToChat(
	{ instanceId, to }: Chat,
	{ fleet, recorder, random, goesOn }: LoadContext,
	onAccepted: (messageId: string) => void,
): Promise<void> {
	let burst = random.whole(1, BURST);
	let left = burst;
	for (let number = 1; goesOn(); number += 1) {
		const key = `${instanceId.slice(-6)}-${to}-${number}`;
		const content = `out ${key}`;
		for (;;) {
			const gateway = await fleet.any(random);
			recorder.note({ kind: 'send', key, instanceId, to, number, content });
			const body = { instanceId, to, message: content };
			const reply = await request(gateway, 'POST', '/v1/messages/send', body, { 'idempotency-key': key });
			const messageId = messageIdOf(reply.body);
			recorder.note({ kind: 'send answer', key, status: reply.status, messageId });
			if (reply.status === 202) {
				if (messageId !== null) onAccepted(messageId);
				break;
			}
			await pause(AGAIN);
		}
		left -= 1;
		if (left > 0) continue;
		await pause(random.whole(0, REST * burst));
		burst = random.whole(1, BURST);
		left = burst;
	}
}

function messageIdOf(body: unknown): string | null {
	const { messageId } = (body ?? {}) as { messageId?: string };
	return messageId ?? null;
}
