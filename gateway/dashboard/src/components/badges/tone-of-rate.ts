import type { Tone } from './badge.tsx';

/** Below this share of successes, a receiver fails more than it may by chance. */
const BAD = 0.9;

/** The severity of a share of successful deliveries. */
export function toneOfRate(successRate: number): Tone {
	if (successRate === 1) return 'good';
	return successRate < BAD ? 'bad' : 'caution';
}
