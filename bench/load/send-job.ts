import type { GatewayProcess } from '../server/gateway.ts';
import type { LoadJob } from './job.ts';

/** Chats per instance. */
const CHATS = 64;

/** Returns a job that sends texts to many chats of these instances; `first`: where it begins, from 0 to below 1. */
export function sendJob(
	{ url, key }: Pick<GatewayProcess, 'url' | 'key'>,
	instanceIds: readonly string[],
	{
		first = 0,
		...settings
	}: Pick<LoadJob, 'connections' | 'seconds'> & Partial<LoadJob> & { first?: number },
): LoadJob {
	const bodies: string[] = [];
	for (let chat = 0; chat < CHATS; chat += 1) {
		for (const instanceId of instanceIds) {
			const to = String(4_915_100_000_007 + chat * 10);
			const message = `Your order ${1000 + chat} is on its way and arrives tomorrow between 9 and 12.`;
			bodies.push(JSON.stringify({ instanceId, to, message }));
		}
	}
	const start = Math.floor(first * bodies.length);
	return {
		kind: 'run',
		url,
		path: '/v1/messages/send',
		headers: { authorization: `Bearer ${key}` },
		bodies: [...bodies.slice(start), ...bodies.slice(0, start)],
		...settings,
	};
}
