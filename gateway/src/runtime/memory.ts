import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Clock } from '../domain/clock.ts';

/**
 * Keeps V8's young generation at its initial size. The start of the gateway produces tens of megabytes of garbage, for
 * which V8 would grow the young generation and never shrink it: an idle gateway would use 45 MB more than it needs.
 */
export function limitYoungGeneration(): void {
	setFlagsFromString('--semi-space-growth-factor=1');
}

/** Lets the young generation grow with the load, as V8 does by default. */
export function restoreYoungGeneration(): void {
	setFlagsFromString('--semi-space-growth-factor=2');
}

type CollectGarbage = (options: { type: 'major'; flavor: 'last-resort' }) => void;

/** Milliseconds between two checks, and the share of them in which an idle event loop may be busy. */
const CHECK_INTERVAL = 1000;
const IDLE_UTILIZATION = 0.05;
/** Successive checks in which the event loop must be idle for a collection. */
const IDLE_CHECKS = 60;
/** Bytes by which the heap must have grown for a collection. */
const MIN_GROWTH = 64 * 1024 * 1024;

/**
 * Collects garbage at once, which frees about 10 MB after the start, and later when the gateway has been idle for a
 * minute after a load: V8 itself would collect only when the next load comes. A collection drops the compiled code too,
 * and shrinks the young generation: a load that comes soon after it takes up to twice the processor time.
 */
export function collectGarbageWhenIdle(clock: Clock): void {
	collectGarbage();
	let smallest = getHeapStatistics().total_heap_size;
	let previous = performance.eventLoopUtilization();
	let idleChecks = 0;
	const check = (): void => {
		const now = performance.eventLoopUtilization();
		const { utilization } = performance.eventLoopUtilization(now, previous);
		previous = now;
		idleChecks = utilization < IDLE_UTILIZATION ? idleChecks + 1 : 0;
		const size = getHeapStatistics().total_heap_size;
		smallest = Math.min(smallest, size);
		if (idleChecks >= IDLE_CHECKS && size - smallest > MIN_GROWTH) {
			collectGarbage();
			smallest = getHeapStatistics().total_heap_size;
		}
		clock.schedule(CHECK_INTERVAL, check);
	};
	clock.schedule(CHECK_INTERVAL, check);
}

/** V8 drops code that so many collections found unused; the second number is its default. */
const CODE_AGE = { now: 1, later: 6 };

/** Blocks the event loop for about 100 ms. Drops compiled code too, and closes the gaps between the objects that remain. */
function collectGarbage(): void {
	// Node has no other way to request a collection at run time; the flag takes effect in contexts created after it.
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as CollectGarbage;
	setFlagsFromString('--no-expose-gc');
	setFlagsFromString(`--bytecode-old-age=${CODE_AGE.now}`);
	setFlagsFromString('--compact-on-every-full-gc');
	collectGarbage({ type: 'major', flavor: 'last-resort' });
	setFlagsFromString('--no-compact-on-every-full-gc');
	setFlagsFromString(`--bytecode-old-age=${CODE_AGE.later}`);
}
