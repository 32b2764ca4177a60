import { pause, request } from './request.ts';
import type { LoadContext } from './load-context.ts';

const REST = 400;

/** Sends messages to an instance at random intervals, each text once. */
export async function sendInbound(
	instanceId: string,
	from: string,
	{ fleet, recorder, random, goesOn }: LoadContext,
): Promise<void> {
	for (let number = 1; goesOn(); number += 1) {
		const content = `in ${instanceId.slice(-6)}-${from}-${number}`;
		const gateway = await fleet.any(random);
		recorder.note({ kind: 'arrival', instanceId, from, content });
		const reply = await request(gateway, 'POST', `/simulator/v1/instances/${instanceId}/messages`, {
			from,
			content,
		});
		const { data } = (reply.body ?? {}) as { data?: { messageId?: string } };
		const messageId = data?.messageId ?? null;
		recorder.note({ kind: 'arrival answer', content, status: reply.status, messageId });
		await pause(random.whole(0, REST));
	}
}
