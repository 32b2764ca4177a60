import { formatExchange, type Exchange } from '../../client/session.ts';
import { getErrorCode } from '../../client/response-rules.ts';
import { createKey } from '../../server/keys.ts';
import { GENERAL_RATE_LIMIT, RATE_LIMITS } from '../../specification/events.ts';
import type { Context } from '../context.ts';

const KIND = 'rate limits';
/** An operation of each class that requires no resource. */
const PROBES: Readonly<Record<string, string>> = {
	messages: 'GET /v1/messages/{}/status',
	instances: 'GET /v1/instances',
	webhooks: 'GET /v1/webhooks',
};

/** Checks the rate limit of each class, per key, with the limits of the specification. */
export async function checkRateLimits({ session, report }: Context): Promise<void> {
	for (const [rateClass, limit] of Object.entries(RATE_LIMITS)) {
		const key = await createKey(session.gateway);
		const operation = PROBES[rateClass] ?? '';
		let last: Exchange | undefined;
		for (let sent = 1; sent <= limit; sent += 1) last = await session.send(operation, { key });
		const over = await session.send(operation, { key });
		if (last === undefined) continue;
		const { headers } = last.response;
		const lastPassed = last;
		report.check(
			KIND,
			`${rateClass}: ${limit} requests pass`,
			getErrorCode(last.response) !== 'rate_limit_exceeded',
			() => {
				return formatExchange(lastPassed);
			},
		);
		report.check(
			KIND,
			`${rateClass}: the headers`,
			headers['x-ratelimit-limit'] === String(limit) && headers['x-ratelimit-remaining'] === '0',
			() => {
				return JSON.stringify(headers);
			},
		);
		const reset = Number(headers['x-ratelimit-reset']) - Date.now() / 1000;
		report.check(
			KIND,
			`${rateClass}: resets within the minute`,
			reset > -1 && reset <= 61,
			() => `${reset} s`,
		);
		report.check(
			KIND,
			`${rateClass}: one more is rejected`,
			getErrorCode(over.response) === 'rate_limit_exceeded',
			() => formatExchange(over),
		);
		const elsewhere = await session.send('GET /v1/health', { key });
		report.check(KIND, `${rateClass}: other classes are not limited`, elsewhere.response.status === 200, () =>
			formatExchange(elsewhere),
		);
	}
	await checkGeneral(session, report);
}

async function checkGeneral(session: Context['session'], report: Context['report']): Promise<void> {
	const key = await createKey(session.gateway);
	let passed = 0;
	while (
		passed <= GENERAL_RATE_LIMIT &&
		(await session.send('GET /v1/health', { key })).response.status === 200
	) {
		passed += 1;
	}
	report.check(KIND, `general: ${passed} requests pass`, passed === GENERAL_RATE_LIMIT);
}
