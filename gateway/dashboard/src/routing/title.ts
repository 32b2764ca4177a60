import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

/** What the screen is about, such as the name of a person; null: the screen is about no single thing. */
export const subject = signal<string | null>(null);

/** Names the thing that a screen shows in the title of the document, while the screen is open. */
export function useSubject(name: string | null): void {
	useLayoutEffect(() => {
		if (name === null) return;
		subject.value = name;
		return () => {
			subject.value = null;
		};
	}, [name]);
}
