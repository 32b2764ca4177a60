import { computed, signal } from '@preact/signals';

/** The real time in epoch milliseconds, updated every second. */
const realNow = signal(Date.now());

/** Milliseconds by which the gateway's simulated time is ahead of the real one. */
export const ahead = signal(0);

/** The present time of the gateway in epoch milliseconds, updated every second. */
export const now = computed(() => realNow.value + ahead.value);

window.setInterval(() => {
	realNow.value = Date.now();
}, 1000);
