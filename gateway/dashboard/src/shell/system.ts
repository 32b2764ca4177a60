import { signal } from '@preact/signals';
import type { SystemInfo } from '../api/types.ts';
import { mayWrite } from '../api/sign-in/session.ts';
import { requestData } from '../api/request.ts';
import { alertCount } from './alert-count.ts';
import { ahead } from '../components/display/now.ts';

/** Information on the gateway; null until it is loaded. */
export const system = signal<SystemInfo | null>(null);

/**
 * Loads the information on the gateway. After a failure the page works without the parts that depend on it, such as
 * the phone.
 */
export async function loadSystem(): Promise<void> {
	system.value = await requestData<SystemInfo>('GET', '/admin/v1/system').catch(() => null);
	ahead.value = system.value?.timeAhead ?? 0;
	if (system.value !== null) alertCount.value = system.value.alerts;
}

/** Whether the user can use the simulated phone: it sends messages to instances, so a viewer cannot. */
export function hasPhone(): boolean {
	return isSimulated() && mayWrite();
}

export function isSimulated(): boolean {
	return system.value?.network === 'simulator';
}
