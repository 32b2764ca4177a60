import { setTimeout as sleep } from 'node:timers/promises';
import { request } from './request.ts';
import type { LoadContext } from './load-context.ts';

/** Longest pause between two messages, in milliseconds. */
const MAX_PAUSE = 400;

/** Sends messages to an instance at random intervals, each text once. */
export async function sendInbound(
	instanceId: string,
	from: string,
	{ fleet, recorder, random, shouldContinue }: LoadContext,
): Promise<void> {
	for (let number = 1; shouldContinue(); number += 1) {
		const content = `in ${instanceId.slice(-6)}-${from}-${number}`;
		const gateway = await fleet.anyReady(random);
		recorder.record({ kind: 'inbound', instanceId, from, content });
		const reply = await request(gateway, 'POST', `/simulator/v1/instances/${instanceId}/messages`, {
			from,
			content,
		});
		const { data } = (reply.body ?? {}) as { data?: { messageId?: string } };
		const messageId = data?.messageId ?? null;
		recorder.record({ kind: 'inbound response', content, status: reply.status, messageId });
		await sleep(random.integer(0, MAX_PAUSE));
	}
}
