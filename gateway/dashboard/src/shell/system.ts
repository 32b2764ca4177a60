import { signal } from '@preact/signals';
import type { SystemInfo } from '../api/types.ts';
import { requestData } from '../api/request.ts';

/** Null until the gateway has answered. */
export const system = signal<SystemInfo | null>(null);

/** Asks the gateway about itself; a failure leaves out what depends on it, such as the phone. */
export async function loadSystem(): Promise<void> {
	system.value = await requestData<SystemInfo>('GET', '/admin/v1/system').catch(() => null);
}

/** Whether there are phones to play with. */
export function isSimulated(): boolean {
	return system.value?.network === 'simulator';
}
