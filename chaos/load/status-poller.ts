import { pause, request } from './request.ts';
import type { LoadContext } from './load-context.ts';

const REST = 25;
/** Messages whose status is followed at a time. */
const FOLLOWED = 20;

/** Polls the statuses of recently accepted messages, one request at a time. */
export interface StatusPoller {
	/** Adds a message to poll. */
	follow(messageId: string): void;
	/** Resolves when told to stop. */
	done: Promise<void>;
}

export function startStatusPoller({ fleet, recorder, random, goesOn }: LoadContext): StatusPoller {
	const followed: string[] = [];

	async function ask(): Promise<void> {
		while (goesOn()) {
			await pause(REST);
			const [first, ...others] = followed;
			if (first === undefined) continue;
			const messageId = random.pick([first, ...others]);
			const gateway = await fleet.any(random);
			const reply = await request(gateway, 'GET', `/v1/messages/${messageId}/status`);
			if (reply.status === 0) continue;
			if (reply.status !== 200) {
				recorder.note({ kind: 'status answer', messageId, status: reply.status });
				continue;
			}
			const { data } = reply.body as { data: { status: string } };
			recorder.note({ kind: 'status', messageId, status: data.status });
		}
	}

	return {
		follow(messageId) {
			followed.push(messageId);
			if (followed.length > FOLLOWED) followed.shift();
		},
		done: ask(),
	};
}
