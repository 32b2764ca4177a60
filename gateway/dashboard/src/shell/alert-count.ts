import { signal } from '@preact/signals';
import { countAlerts } from '../api/alerts.ts';
import type { AlertCount } from '../api/types.ts';

/** How many alerts are firing; null until it is loaded, with the information on the gateway. */
export const alertCount = signal<AlertCount | null>(null);

/** Counts them again. After a failure the previous number stays. */
export async function reloadAlertCount(): Promise<void> {
	alertCount.value = await countAlerts().catch(() => alertCount.value);
}
