import { signal } from '@preact/signals';

/** The present time in epoch milliseconds, updated every second. */
export const now = signal(Date.now());

window.setInterval(() => {
	now.value = Date.now();
}, 1000);
