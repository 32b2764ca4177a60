import { signal } from '@preact/signals';

/** The present moment, as far as what is on show cares. */
export const now = signal(Date.now());

window.setInterval(() => {
	now.value = Date.now();
}, 1000);
