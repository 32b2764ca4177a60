import { createHash } from 'node:crypto';
import { seededRandom, type Random } from '../chaos/random.ts';

/** What is sent to a gateway, by the name of the part of the run. */
export const PARTS = ['frames', 'files', 'webhooks', 'answers'] as const;
export type Part = (typeof PARTS)[number];

/** The choices of one case: the same for the same seed, part and number, whatever came before. */
export function caseRandom(seed: number, part: Part, number: number): Random {
	const digest = createHash('sha256').update(`${seed} ${part} ${number}`).digest();
	return seededRandom(digest.readUInt32BE());
}
