import { useDebounced } from '../live/use-debounced.ts';
import { useSubscription, type Subscription } from '../live/use-subscription.ts';

/** Milliseconds within which several updates of a phone cause one reload. */
const DELAY = 60;

/** Calls `onUpdate` soon after something happened on a phone. */
export function usePhoneUpdates(number: string, onUpdate: () => void): Subscription {
	const update = useDebounced(onUpdate, DELAY);
	return useSubscription([`phone:${number}`], ({ type }) => {
		if (type === 'phone') update();
	});
}
