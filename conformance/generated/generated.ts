import fc from 'fast-check';
import { runConcurrently, type Context } from '../checks/context.ts';
import { at, textAt } from '../document/schema.ts';
import type { Call } from '../client/session.ts';
import { arbitraryCalls } from './arbitraries.ts';

const KIND = 'generated input';
/** Requests under way at a time. */
const WIDTH = 8;
/** A round is long enough to mix operations and short enough to clear up in between. */
const ROUND = 2000;

const ENDING_SESSIONS = ['DELETE /admin/v1/session', 'DELETE /admin/v1/sessions'];

/**
 * Sends generated requests to all operations in turn. What is judged is what holds for every answer: documented,
 * valid, quick, no error of the server. What the requests made is removed between rounds, so that the gateway
 * works on requests and not on deliveries to a thousand webhooks.
 */
export async function checkGenerated(context: Context, seed: number, requests: number): Promise<number> {
	const { session, fixtures, report } = context;
	// What takes nothing leaves nothing to generate, and what ends the owner's sessions would only slow the rest down.
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
		// The requests may have deleted or ended what they are about.
		context.known = await fixtures.again();
	}
	const sent = session.coverage.requests - before;
	report.check(KIND, `${sent} requests were sent`, sent >= requests);
	report.check(KIND, 'nothing was logged as an error', !session.gateway.log().includes('"level":50'), () => {
		return session.gateway.log().slice(0, 2000);
	});
	return sent;
}

/** Every event goes to every webhook that was made in between: without this, the run would measure deliveries. */
async function removeWebhooks({ session }: Context): Promise<void> {
	const { answer } = await session.send('GET /v1/webhooks');
	const webhooks = at(answer.json, 'data');
	await runConcurrently(Array.isArray(webhooks) ? (webhooks as unknown[]) : [], WIDTH, async (webhook) => {
		await session.send('DELETE /v1/webhooks/{}', { path: { webhookId: textAt(webhook, 'id') } });
	});
}
