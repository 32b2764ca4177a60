import type { DriverContext } from '../driver.ts';

/**
 * The same context, which also records the acknowledgement of each recorded message: the network delivers a message
 * only once.
 */
export function withNotes(context: DriverContext): DriverContext {
	return {
		...context,
		async report(events) {
			await context.report(events);
			context.noteAcknowledged(
				events.flatMap((event) =>
					event.kind === 'message' || event.kind === 'echo' ? event.message.networkId : [],
				),
			);
		},
	};
}
