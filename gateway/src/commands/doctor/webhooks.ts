import type { Config } from '../../config/config.ts';
import type { Clock } from '../../domain/clock.ts';
import { createGuardedAgent } from '../../lib/guarded-http/agent.ts';
import { faultOfUrl, type UrlFault } from '../../lib/guarded-http/outgoing-url.ts';
import { createOwnEndpoint } from '../../lib/guarded-http/own-endpoint.ts';
import { RefusedTarget, type Guard } from '../../lib/guarded-http/target.ts';
import { portOf } from '../../lib/guarded-http/allowed-target.ts';
import { createSemaphore } from '../../lib/concurrency/semaphore.ts';
import { ok, problem, warning, type Finding } from './finding.ts';
import { explainFault, REACH_TIMEOUT } from './reach.ts';

const TOPIC = 'webhook';
/** The maximum number of concurrent requests, and of hosts. */
const CONCURRENCY = 8;
const LIMIT = 50;
/** The statuses of a proxy that cannot reach its server. */
const PROXY_ERRORS = [502, 503, 504];

export interface ReceiverReport {
	findings: Finding[];
	/** Milliseconds by which the clocks of the receivers are ahead, by their Date headers. */
	clocksAhead: number[];
}

/** Requests the start page of each webhook's host, through the guard of deliveries. Calls no webhook. */
export async function checkWebhookHosts(
	urls: readonly string[],
	config: Config,
	clock: Clock,
): Promise<ReceiverReport> {
	const own = createOwnEndpoint([config.publicUrl, config.peerUrl].filter((url) => url !== null));
	own.listensOn(config.port);
	const guard: Guard = { allowed: config.allowedReceivers, isOwn: (target) => own.isOwn(target) };
	const agent = createGuardedAgent(guard);
	const origins = [...new Set(urls.map((url) => URL.parse(url)?.origin).filter((one) => one !== undefined))];
	const clocksAhead: number[] = [];

	async function check(origin: string): Promise<Finding> {
		const url = new URL(origin);
		const fault = await faultOfUrl(guard, url);
		if (fault !== null) return problem(TOPIC, explainRefusal(url, fault));
		const before = clock.now();
		try {
			const signal = AbortSignal.timeout(REACH_TIMEOUT);
			const { statusCode, headers } = await agent.request({ origin, path: '/', method: 'HEAD', signal });
			const { date } = headers;
			const at = typeof date === 'string' ? Date.parse(date) : Number.NaN;
			if (!Number.isNaN(at)) clocksAhead.push(at - (before + clock.now()) / 2);
			return PROXY_ERRORS.includes(statusCode)
				? warning(
						TOPIC,
						`${origin} answers with ${statusCode}: its proxy does not reach the receiver. Start the receiver.`,
					)
				: ok(TOPIC, `${origin} answers`);
		} catch (error) {
			if (error instanceof RefusedTarget) return problem(TOPIC, explainRefusal(url, 'not_public'));
			return problem(TOPIC, explainFault(origin, error));
		}
	}

	const limited = createSemaphore(CONCURRENCY);
	const findings = await Promise.all(origins.slice(0, LIMIT).map((origin) => limited(() => check(origin))));
	await agent.close();
	if (origins.length > LIMIT) {
		findings.push(warning(TOPIC, `${origins.length - LIMIT} further hosts were not checked.`));
	}
	return { findings, clocksAhead };
}

function explainRefusal({ protocol, origin, hostname, port }: URL, fault: UrlFault): string {
	const target = `${hostname}:${portOf(protocol, port)}`;
	const allow = `add ${target} to GATEWAY_ALLOW_PRIVATE_NETWORKS and restart the gateway`;
	return fault === 'not_https'
		? `The gateway delivers nothing to ${origin}, because it is not encrypted. Use an https:// URL, or ${allow}.`
		: `The gateway delivers nothing to ${origin}, because it leads to a private address, or to the gateway itself. If it is a receiver of yours, ${allow}.`;
}
