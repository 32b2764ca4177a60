import { signal } from '@preact/signals';
import type { SystemInfo } from '../api/types.ts';
import { requestData } from '../api/request.ts';

/** Information on the gateway; null until it is loaded. */
export const system = signal<SystemInfo | null>(null);

/**
 * Loads the information on the gateway. After a failure the page works without the parts that depend on it, such as
 * the phone.
 */
export async function loadSystem(): Promise<void> {
	system.value = await requestData<SystemInfo>('GET', '/admin/v1/system').catch(() => null);
}

export function isSimulated(): boolean {
	return system.value?.network === 'simulator';
}
