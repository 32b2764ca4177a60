import { countedOperations } from '../document/document.ts';
import { at } from '../document/schema.ts';
import { told } from '../exchange/session.ts';
import { STATUS_OF } from '../specification/error-codes.ts';
import { sampleOf, samplesOf } from '../world/samples.ts';
import { withJsonBody, type Context } from './context.ts';
import { expectRefusal } from './refusal.ts';

const KIND = 'other settings';

/** GATEWAY_PLAN=free: one instance, and no more. */
export async function checkFreePlan({ session, world, report }: Context): Promise<void> {
	await world.newInstance();
	const exchange = await session.send('POST /v1/instances', { body: { name: 'One too many' } });
	expectRefusal(report, KIND, 'a second instance on the free plan', exchange, ['instance_limit_reached']);
}

/** GATEWAY_CREDITS=1: the second message is not accepted, whichever operation sends it. */
export async function checkCredits(context: Context): Promise<void> {
	const { session, world, report } = context;
	const known = await world.known();
	for (const operation of withJsonBody(context)) {
		if (operation.responses.get(402) === undefined) continue;
		for (const call of await samplesOf(operation, world, known)) {
			const exchange = await session.send(operation, call);
			expectRefusal(report, KIND, 'without credits', exchange, ['insufficient_credits']);
		}
	}
}

/** GATEWAY_TRUST_PROXY: behind a proxy, a request that did not come over HTTPS is refused, keys unseen. */
export async function checkHttps({ session, world, known, report }: Context): Promise<void> {
	for (const operation of countedOperations(session.document)) {
		const call = await sampleOf(operation, world, known);
		const headers = { ...call.headers, 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' };
		const exchange = await session.send(operation, { ...call, headers });
		const { answer } = exchange;
		const code = at(answer.json, 'error.code');
		report.check(KIND, `${operation.name}: over plain HTTP`, code === 'https_required', () => told(exchange));
		const secure = { ...headers, 'x-forwarded-proto': 'https' };
		const good = await session.send(operation, { ...call, headers: secure });
		const refused = at(good.answer.json, 'error.code') === 'https_required';
		report.check(KIND, `${operation.name}: HTTPS at the proxy`, !refused, () => told(good));
	}
}

/** GATEWAY_RATE_LIMITS=general=1,page=1: everything after the first request has to wait. */
export async function checkGeneralRateLimit({ session, report }: Context): Promise<void> {
	await session.send('GET /v1/health');
	await session.send('GET /admin/v1/session');
	for (const operation of countedOperations(session.document)) {
		const exchange = await session.send(operation);
		expectRefusal(report, KIND, 'over the rate limit', exchange, ['rate_limit_exceeded']);
		const { answer } = exchange;
		const seconds = at(answer.json, 'error.retryAfter');
		const left = answer.headers['x-ratelimit-remaining'];
		const sane = typeof seconds === 'number' && seconds >= 1 && seconds <= 60 && left === '0';
		report.check(KIND, `${operation.name}: when to come back`, sane, () => told(exchange));
	}
	report.check(KIND, 'the status of rate_limit_exceeded', STATUS_OF.rate_limit_exceeded === 429);
}
