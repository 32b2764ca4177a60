import type { Sealer } from './sealer.ts';

declare const SEALED: unique symbol;

/**
 * A sealed text in the store. At run time it is a string; its type keeps it from being used as the text, which only
 * unsealText() returns.
 */
export interface SealedText {
	readonly [SEALED]: true;
}

/** Seals a text for its place in the store; see Sealer. */
export function sealText(sealer: Sealer, text: string, place: string): SealedText {
	return sealer.seal(text, place) as unknown as SealedText;
}

/** Throws CannotUnseal. */
export function unsealText(sealer: Sealer, sealed: SealedText, place: string): string {
	return sealer.unseal(sealed as unknown as string, place);
}
