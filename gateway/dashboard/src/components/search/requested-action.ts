import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Actions of other screens that the search offers. */
export type ScreenAction = 'create an instance' | 'create a group' | 'create a webhook' | 'create a key';

const requested = signal<ScreenAction | null>(null);

/** Lets the screen that offers an action begin with it once it is shown. */
export function requestAction(action: ScreenAction): void {
	requested.value = action;
}

/** Begins an action of this screen when the search requests it. */
export function useRequestedAction(action: ScreenAction, begin: () => void): void {
	const isRequested = requested.value === action;
	useEffect(() => {
		if (!isRequested) return;
		requested.value = null;
		begin();
	}, [isRequested]);
}
