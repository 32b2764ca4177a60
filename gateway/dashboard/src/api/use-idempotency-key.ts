import { useMemo } from 'preact/hooks';

/**
 * Names what is being written, until a part of it changes. Whoever presses Send again because the gateway could not
 * be reached does not know whether it has the message; under the same name it takes the message once.
 */
export function useIdempotencyKey(...parts: readonly unknown[]): string {
	return useMemo(() => `page/${[...crypto.getRandomValues(new Uint32Array(4))].join('-')}`, parts);
}
