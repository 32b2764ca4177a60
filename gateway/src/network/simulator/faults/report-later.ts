import type { NetworkEvent } from '../../network-event.ts';
import type { Phone } from '../phones/phone.ts';
import { retryUntilClosed } from '../retry-until-closed.ts';

/** Reports events after `delay` milliseconds, and calls `then`. */
export function reportLater(
	phone: Phone,
	events: readonly NetworkEvent[],
	delay: number,
	then: () => void = () => undefined,
): void {
	// Whoever reported them does not wait, and could not report them again.
	phone.wait(delay, () => retryUntilClosed(phone, () => phone.context.report(events).then(then)));
}
