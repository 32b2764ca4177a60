import { countedOperations } from '../../document/document.ts';
import { at } from '../../document/schema.ts';
import { formatExchange } from '../../client/session.ts';
import { STATUS_OF } from '../../specification/error-codes.ts';
import { createSample, createSamples } from '../../fixtures/samples.ts';
import { withJsonBody, type Context } from '../context.ts';
import { expectError } from '../expect-error.ts';

const KIND = 'other settings';

/** GATEWAY_PLAN=free: checks that only one instance can be created. */
export async function checkFreePlan({ session, fixtures, report }: Context): Promise<void> {
	await fixtures.newInstance();
	const exchange = await session.send('POST /v1/instances', { body: { name: 'One too many' } });
	expectError(report, KIND, 'a second instance on the free plan', exchange, ['instance_limit_reached']);
}

/** GATEWAY_CREDITS=1: checks that every send operation rejects the second message. */
export async function checkCredits(context: Context): Promise<void> {
	const { session, fixtures, report } = context;
	const known = await fixtures.known();
	for (const operation of withJsonBody(context)) {
		if (operation.responses.get(402) === undefined) continue;
		for (const call of await createSamples(operation, fixtures, known)) {
			const exchange = await session.send(operation, call);
			expectError(report, KIND, 'without credits', exchange, ['insufficient_credits']);
		}
	}
}

/** GATEWAY_TRUST_PROXY: checks that a request that reached the proxy over plain HTTP is rejected before the key check. */
export async function checkHttps({ session, fixtures, known, report }: Context): Promise<void> {
	for (const operation of countedOperations(session.document)) {
		const call = await createSample(operation, fixtures, known);
		const headers = { ...call.headers, 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' };
		const exchange = await session.send(operation, { ...call, headers });
		const { response } = exchange;
		const code = at(response.json, 'error.code');
		report.check(KIND, `${operation.name}: over plain HTTP`, code === 'https_required', () =>
			formatExchange(exchange),
		);
		const secure = { ...headers, 'x-forwarded-proto': 'https' };
		const overHttps = await session.send(operation, { ...call, headers: secure });
		const refused = at(overHttps.response.json, 'error.code') === 'https_required';
		report.check(KIND, `${operation.name}: HTTPS at the proxy`, !refused, () => formatExchange(overHttps));
	}
}

/** GATEWAY_RATE_LIMITS=general=1,page=1: checks that all requests after the first are rejected, with the time to wait. */
export async function checkGeneralRateLimit({ session, report }: Context): Promise<void> {
	await session.send('GET /v1/health');
	await session.send('GET /admin/v1/session');
	for (const operation of countedOperations(session.document)) {
		const exchange = await session.send(operation);
		expectError(report, KIND, 'over the rate limit', exchange, ['rate_limit_exceeded']);
		const { response } = exchange;
		const seconds = at(response.json, 'error.retryAfter');
		const left = response.headers['x-ratelimit-remaining'];
		const sane = typeof seconds === 'number' && seconds >= 1 && seconds <= 60 && left === '0';
		report.check(KIND, `${operation.name}: retryAfter`, sane, () => formatExchange(exchange));
	}
	report.check(KIND, 'the status of rate_limit_exceeded', STATUS_OF.rate_limit_exceeded === 429);
}
