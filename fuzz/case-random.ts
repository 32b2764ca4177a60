import { createHash } from 'node:crypto';
import { seededRandom, type Random } from '../chaos/random.ts';

/** The parts of a run. */
export const PARTS = ['frames', 'files', 'webhooks', 'answers'] as const;
export type Part = (typeof PARTS)[number];

/** Returns the random source of one case, which depends only on seed, part and number. */
export function caseRandom(seed: number, part: Part, number: number): Random {
	const digest = createHash('sha256').update(`${seed} ${part} ${number}`).digest();
	return seededRandom(digest.readUInt32BE());
}
