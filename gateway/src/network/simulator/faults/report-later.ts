import type { NetworkEvent } from '../../network-event.ts';
import type { Phone } from '../phones/phone.ts';
import { retryUntilClosed } from '../retry-until-closed.ts';

/** Reports events after `delay` milliseconds, or when a dropped connection is back, and calls `then`. */
export function reportLater(
	phone: Phone,
	events: readonly NetworkEvent[],
	delay: number,
	then: () => void = () => undefined,
): void {
	phone.wait(delay, (at) => {
		const timeUntilBack = (phone.backAt ?? 0) - at;
		if (timeUntilBack > 0) {
			reportLater(phone, events, timeUntilBack + 1, then);
			return undefined;
		}
		// The caller does not wait, and could not report them again.
		return retryUntilClosed(phone, () => phone.context.report(events).then(then));
	});
}
