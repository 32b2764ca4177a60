import { setTimeout as sleep } from 'node:timers/promises';
import { request } from './request.ts';
import type { LoadContext } from './load-context.ts';

/** Milliseconds between two requests. */
const INTERVAL = 25;
/** Number of latest messages that are polled. */
const MAX_FOLLOWED = 20;

/** Polls the statuses of recently accepted messages, one request at a time. */
export interface StatusPoller {
	/** Adds a message to poll. */
	follow(messageId: string): void;
	/** Resolves when the poller has stopped. */
	done: Promise<void>;
}

export function startStatusPoller({ fleet, recorder, random, shouldContinue }: LoadContext): StatusPoller {
	const followed: string[] = [];

	async function poll(): Promise<void> {
		while (shouldContinue()) {
			await sleep(INTERVAL);
			const [first, ...others] = followed;
			if (first === undefined) continue;
			const messageId = random.pick([first, ...others]);
			const gateway = await fleet.anyReady(random);
			const reply = await request(gateway, 'GET', `/v1/messages/${messageId}/status`);
			if (reply.status === 0) continue;
			if (reply.status !== 200) {
				recorder.record({ kind: 'status error', messageId, status: reply.status });
				continue;
			}
			const { data } = reply.body as { data: { status: string } };
			recorder.record({ kind: 'status', messageId, status: data.status });
		}
	}

	return {
		follow(messageId) {
			followed.push(messageId);
			if (followed.length > MAX_FOLLOWED) followed.shift();
		},
		done: poll(),
	};
}
