import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Clock } from '../domain/clock.ts';

/**
 * Keeps the room for young objects as small as it begins. Starting makes tens of megabytes of garbage, and V8 would
 * grow that room for it once and for all: a gateway that does nothing would hold 45 MB more than it needs.
 */
export function limitYoungGeneration(): void {
	setFlagsFromString('--semi-space-growth-factor=1');
}

/** Lets the room for young objects grow with the work, as V8 does by default. */
export function restoreYoungGeneration(): void {
	setFlagsFromString('--semi-space-growth-factor=2');
}

type CollectGarbage = (options: { type: 'major'; flavor: 'last-resort' }) => void;

/** Milliseconds between two looks, and the part of them that may have been work where nothing happens. */
const LOOK_EVERY = 1000;
const NOTHING_HAPPENS = 0.05;
/** Bytes by which the heap has to have grown. */
const WORTH_IT = 64 * 1024 * 1024;

/**
 * Gives back now what starting took, some 10 MB, and from now on, when nothing happens, what a time of much work
 * left behind: V8 itself would wait for more work to come before it does.
 */
export function collectGarbageWhenIdle(clock: Clock): void {
	collectGarbage();
	let smallest = getHeapStatistics().total_heap_size;
	let before = performance.eventLoopUtilization();
	const look = (): void => {
		const now = performance.eventLoopUtilization();
		const { utilization } = performance.eventLoopUtilization(now, before);
		before = now;
		const size = getHeapStatistics().total_heap_size;
		smallest = Math.min(smallest, size);
		if (utilization < NOTHING_HAPPENS && size - smallest > WORTH_IT) {
			collectGarbage();
			smallest = getHeapStatistics().total_heap_size;
		}
		clock.schedule(LOOK_EVERY, look);
	};
	clock.schedule(LOOK_EVERY, look);
}

/** Takes about a tenth of a second, in which nothing else is done. */
function collectGarbage(): void {
	// Node has no other way to ask for it while it runs; flags take effect in contexts made afterwards.
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as CollectGarbage;
	setFlagsFromString('--no-expose-gc');
	collectGarbage({ type: 'major', flavor: 'last-resort' });
}
