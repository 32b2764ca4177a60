import { median } from '../../bench/statistics.ts';
import type { UnexpectedExit } from '../target/gateway.ts';
import type { LogFindings } from '../target/log-reader.ts';
import { IN_TIME, type Arrivals } from './arrivals.ts';

/** The results of a run. */
export interface Outcome {
	deaths: readonly UnexpectedExit[];
	arrivals: Arrivals;
	/** Bytes, a sample a second, of the process that ran last. */
	memory: readonly number[];
	findings: LogFindings;
	/** Requests that went where a sender wanted them, and not to WhatsApp. */
	astray: readonly string[];
	planned: number;
	sent: number;
}

/** A rule and its violations; none: the rule holds. */
export interface Verdict {
	rule: string;
	told: string;
	broken: string[];
}

const MB = 2 ** 20;
/** What memory may grow by from the first third of a run to its last: a part of it, and a figure. */
const GROWTH = { part: 0.15, least: 40 * MB };
/** Samples that are too few to tell anything. */
const FEW = 30;
/** Milliseconds in which a process that was started again may meet what ended it before. */
const SOON = 10_000;
/** Lines that tell why a process ended, and characters of each. */
const LINES = 8;
const WIDTH = 240;

export function evaluateRules(outcome: Outcome): Verdict[] {
	return [
		survival(outcome),
		arrivals(outcome),
		memory(outcome),
		uncaught(outcome),
		astray(outcome),
		complete(outcome),
	];
}

export const formatMegabytes = (bytes: number): string => `${Math.round(bytes / MB)} MB`;

function survival({ deaths }: Outcome): Verdict {
	return { rule: 'no process ends', told: `${deaths.length} ends`, broken: deaths.map(describeDeath) };
}

function describeDeath({ lived, underWay, log }: UnexpectedExit, index: number): string {
	const again = lived < SOON && index > 0 ? ', perhaps of what ended it before' : '';
	const head = `end ${index + 1}, ${Math.round(lived / 1000)} s after it was ready${again}:`;
	return [head, ...causeIn(log), 'sent last, newest first:', ...underWay.map((one) => `  ${one}`)].join(
		'\n    ',
	);
}

/** Why a process ended: the error that nobody caught, or the end of its log. */
function causeIn(log: string): string[] {
	const lines = log.split('\n').filter((line) => line.trim() !== '');
	const uncaught = lines.findLast((line) => line.startsWith('{"monitor"'));
	if (uncaught === undefined) return lines.slice(-LINES).map((line) => line.slice(0, WIDTH));
	const { monitor, stack } = JSON.parse(uncaught) as { monitor: string; stack: string };
	return [monitor, ...stack.split('\n').slice(0, LINES)].map((line) => line.slice(0, WIDTH));
}

function arrivals({ arrivals: all }: Outcome): Verdict {
	const ways = [...all.ways()];
	return {
		rule: `every innocent message arrives within ${IN_TIME / 1000} s`,
		told: ways
			.map(([way, { texts, slowest }]) => `${way}: ${texts}, slowest ${Math.round(slowest)} ms`)
			.join('; '),
		broken: ways.flatMap(([way, { late }]) => late.map((text) => `${way} ${text}`)),
	};
}

function memory({ memory: samples }: Outcome): Verdict {
	const rule = 'memory is flat';
	if (samples.length < FEW) return { rule, told: 'the process ran too short to tell', broken: [] };
	const warm = samples.slice(Math.floor(samples.length / 10));
	const third = Math.floor(warm.length / 3);
	const [first, last] = [median(warm.slice(0, third)), median(warm.slice(-third))];
	const isFlat = last <= first * (1 + GROWTH.part) + GROWTH.least;
	const told = `${formatMegabytes(first)} in the first third, ${formatMegabytes(last)} in the last, at most ${formatMegabytes(Math.max(...samples))}`;
	return { rule, told, broken: isFlat ? [] : [told] };
}

function uncaught({ findings: { uncaught: errors, traced } }: Outcome): Verdict {
	const total = [...errors.values()].reduce((sum, count) => sum + count, 0);
	return {
		rule: 'no error escapes untraced',
		told: `${total} uncaught, ${traced} of them traced to their connection`,
		broken: total > traced ? [...errors].map(([what, count]) => `${count} × ${what}`) : [],
	};
}

function astray({ astray: requests }: Outcome): Verdict {
	return {
		rule: 'files are fetched from WhatsApp only',
		told: `${requests.length} requests elsewhere`,
		broken: [...requests],
	};
}

function complete({ planned, sent }: Outcome): Verdict {
	const told = `${sent} of ${planned} cases`;
	return { rule: 'every case is sent', told, broken: sent < planned ? [told] : [] };
}
