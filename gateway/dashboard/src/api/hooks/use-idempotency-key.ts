import { useMemo } from 'preact/hooks';
import { newIdempotencyKey } from '../idempotency-key.ts';

/**
 * An idempotency key for a draft; it changes with any part of the draft. A message that is sent again because the
 * response was lost keeps its key, so the gateway sends it once.
 */
export function useIdempotencyKey(...parts: readonly unknown[]): string {
	return useMemo(newIdempotencyKey, parts);
}
