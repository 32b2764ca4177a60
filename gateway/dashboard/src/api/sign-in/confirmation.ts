import { signal } from '@preact/signals';

/** A question for the user's identity; `settle` ends it with whether the user has confirmed it. */
export interface Confirmation {
	settle: (confirmed: boolean) => void;
}

/** The open question, which a dialog shows; null: there is none. */
export const confirmation = signal<Confirmation | null>(null);

let answer: Promise<boolean> | null = null;

/** Asks the user to confirm the identity. Requests that need it at the same time share one question. */
export function confirmIdentity(): Promise<boolean> {
	answer ??= new Promise<boolean>((resolve) => {
		confirmation.value = {
			settle(confirmed) {
				confirmation.value = null;
				answer = null;
				resolve(confirmed);
			},
		};
	});
	return answer;
}
