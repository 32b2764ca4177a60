import { median } from '../../bench/statistics.ts';
import type { UnexpectedExit } from '../target/gateway.ts';
import type { LogFindings } from '../target/log-reader.ts';
import { DELIVERY_LIMIT, type MessageTimes } from './message-times.ts';

/** The results of a run. */
export interface Outcome {
	exits: readonly UnexpectedExit[];
	messageTimes: MessageTimes;
	/** Memory of the last process in bytes, one sample per second. */
	memory: readonly number[];
	findings: LogFindings;
	/** Requests for files to hosts other than WhatsApp. */
	foreignRequests: readonly string[];
	planned: number;
	sent: number;
}

/** The result of a rule. Without violations the rule holds. */
export interface RuleResult {
	rule: string;
	summary: string;
	violations: string[];
}

const MB = 2 ** 20;
/** Tolerated growth of the median memory from the first third to the last: a share plus a number of bytes. */
const GROWTH = { relative: 0.15, absolute: 40 * MB };
/** Minimum samples for the memory rule. */
const MIN_SAMPLES = 30;
/** Uptime in milliseconds below which an exit may have the cause of the previous one. */
const SHORT_UPTIME = 10_000;
/** Maximum lines that show the cause of an exit, and characters of each. */
const LINES = 8;
const WIDTH = 240;

export function evaluateRules(outcome: Outcome): RuleResult[] {
	return [
		survival(outcome),
		deliveryTimes(outcome),
		memory(outcome),
		uncaught(outcome),
		foreignRequests(outcome),
		complete(outcome),
	];
}

export const formatMegabytes = (bytes: number): string => `${Math.round(bytes / MB)} MB`;

function survival({ exits }: Outcome): RuleResult {
	return {
		rule: 'the gateway never exits',
		summary: `${exits.length} unexpected exits`,
		violations: exits.map(describeExit),
	};
}

function describeExit({ uptime, recentCases, log }: UnexpectedExit, index: number): string {
	const again =
		uptime < SHORT_UPTIME && index > 0 ? ', perhaps with the same cause as the previous exit' : '';
	const head = `exit ${index + 1}, ${Math.round(uptime / 1000)} s after becoming ready${again}:`;
	return [head, ...causeIn(log), 'sent last, newest first:', ...recentCases.map((one) => `  ${one}`)].join(
		'\n    ',
	);
}

/** Returns the uncaught error that ended a process, or the end of its log. */
function causeIn(log: string): string[] {
	const lines = log.split('\n').filter((line) => line.trim() !== '');
	const uncaught = lines.findLast((line) => line.startsWith('{"monitor"'));
	if (uncaught === undefined) return lines.slice(-LINES).map((line) => line.slice(0, WIDTH));
	const { monitor, stack } = JSON.parse(uncaught) as { monitor: string; stack: string };
	return [monitor, ...stack.split('\n').slice(0, LINES)].map((line) => line.slice(0, WIDTH));
}

function deliveryTimes({ messageTimes }: Outcome): RuleResult {
	const routes = [...messageTimes.byRoute()];
	return {
		rule: `every regular message is delivered within ${DELIVERY_LIMIT / 1000} s`,
		summary: routes
			.map(([route, { texts, slowest }]) => `${route}: ${texts}, slowest ${Math.round(slowest)} ms`)
			.join('; '),
		violations: routes.flatMap(([route, { late }]) => late.map((text) => `${route} ${text}`)),
	};
}

function memory({ memory: samples }: Outcome): RuleResult {
	const rule = 'memory is flat';
	if (samples.length < MIN_SAMPLES) return { rule, summary: 'too few samples', violations: [] };
	const warm = samples.slice(Math.floor(samples.length / 10));
	const third = Math.floor(warm.length / 3);
	const [first, last] = [median(warm.slice(0, third)), median(warm.slice(-third))];
	const isFlat = last <= first * (1 + GROWTH.relative) + GROWTH.absolute;
	const summary = `${formatMegabytes(first)} in the first third, ${formatMegabytes(last)} in the last, at most ${formatMegabytes(Math.max(...samples))}`;
	return { rule, summary, violations: isFlat ? [] : [summary] };
}

function uncaught({ findings: { uncaught: errors, traced } }: Outcome): RuleResult {
	const total = [...errors.values()].reduce((sum, count) => sum + count, 0);
	return {
		rule: 'no error escapes untraced',
		summary: `${total} uncaught, ${traced} of them traced to their connection`,
		violations: total > traced ? [...errors].map(([what, count]) => `${count} × ${what}`) : [],
	};
}

function foreignRequests({ foreignRequests: requests }: Outcome): RuleResult {
	return {
		rule: 'files are fetched from WhatsApp only',
		summary: `${requests.length} requests elsewhere`,
		violations: [...requests],
	};
}

function complete({ planned, sent }: Outcome): RuleResult {
	const summary = `${sent} of ${planned} cases`;
	return { rule: 'every case is sent', summary, violations: sent < planned ? [summary] : [] };
}
