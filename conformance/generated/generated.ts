import fc from 'fast-check';
import { runConcurrently, type Context } from '../checks/context.ts';
import { at, textAt } from '../document/schema.ts';
import type { Call } from '../client/session.ts';
import { arbitraryCalls } from './arbitraries.ts';

const KIND = 'generated input';
/** Number of concurrent requests. */
const WIDTH = 8;
/** Requests per round. Webhooks are deleted after each round. */
const ROUND = 2000;

const ENDING_SESSIONS = ['DELETE /admin/v1/session', 'DELETE /admin/v1/sessions'];

/**
 * Sends generated requests to all operations in rotation. The session checks each response: documented, valid, fast and
 * no server error. Returns the number of requests.
 */
export async function checkGenerated(context: Context, seed: number, requests: number): Promise<number> {
	const { session, fixtures, report } = context;
	// Operations that end the owner's sessions are left out: each would cost a new sign-in.
	const operations = session.document.operations.filter(({ name }) => !ENDING_SESSIONS.includes(name));
	const before = session.coverage.requests;
	const each = Math.ceil(requests / operations.length);
	const calls = operations.map((operation, index) =>
		fc.sample(arbitraryCalls(operation, context.known), { seed: seed + index, numRuns: each }),
	);
	const mixed = Array.from({ length: each }, (_, turn) =>
		operations.map((operation, index): [typeof operation, Call] => [operation, calls[index]?.[turn] ?? {}]),
	).flat();
	for (let begin = 0; begin < mixed.length; begin += ROUND) {
		await runConcurrently(mixed.slice(begin, begin + ROUND), WIDTH, async ([operation, call]) => {
			await session.send(operation, call).catch(() => undefined);
		});
		if (session.gateway.exitCode() !== null) {
			report.fail(
				KIND,
				`the gateway ended with ${String(session.gateway.exitCode())}`,
				session.gateway.log(),
			);
			break;
		}
		await removeWebhooks(context);
		// The requests may have deleted the resources.
		context.known = await fixtures.recreate();
	}
	const sent = session.coverage.requests - before;
	report.check(KIND, `${sent} requests were sent`, sent >= requests);
	report.check(KIND, 'nothing was logged as an error', !session.gateway.log().includes('"level":50'), () => {
		return session.gateway.log().slice(0, 2000);
	});
	return sent;
}

/** Deletes all webhooks. Otherwise each event would be delivered to the webhooks of all earlier requests. */
async function removeWebhooks({ session }: Context): Promise<void> {
	const { response } = await session.send('GET /v1/webhooks');
	const webhooks = at(response.json, 'data');
	await runConcurrently(Array.isArray(webhooks) ? (webhooks as unknown[]) : [], WIDTH, async (webhook) => {
		await session.send('DELETE /v1/webhooks/{}', { path: { webhookId: textAt(webhook, 'id') } });
	});
}
