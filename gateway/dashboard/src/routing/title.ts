import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

/** The object of the screen, such as the name of a person; null: the screen has no single object. */
export const subject = signal<string | null>(null);

/** Names the object of a screen in the title of the document, while the screen is open. */
export function useSubject(name: string | null): void {
	useLayoutEffect(() => {
		if (name === null) return;
		subject.value = name;
		return () => {
			subject.value = null;
		};
	}, [name]);
}
