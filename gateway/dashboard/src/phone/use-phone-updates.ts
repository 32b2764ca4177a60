import { eventIn } from '../live/live-messages.ts';
import { useDebounced } from '../live/use-debounced.ts';
import { useSubscription, type Subscription } from '../live/use-subscription.ts';

/** Milliseconds within which several updates of a phone cause one reload. */
const DELAY = 60;

/** Events that change which instances a phone can write to. */
const CONNECTION_EVENTS: readonly unknown[] = ['instance.connected', 'instance.disconnected'];

/** Calls `onUpdate` soon after something happened on a phone, or to the connection of an instance. */
export function usePhoneUpdates(number: string, onUpdate: () => void): Subscription {
	const update = useDebounced(onUpdate, DELAY);
	return useSubscription([`phone:${number}`, 'events'], (message) => {
		if (message.type === 'phone' || CONNECTION_EVENTS.includes(eventIn(message)?.kind)) update();
	});
}
