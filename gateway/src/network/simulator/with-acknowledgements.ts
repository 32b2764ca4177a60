import type { DriverContext } from '../driver.ts';

/**
 * Returns the context with a `report` that also notes the acknowledgement of each message: the simulated network delivers
 * a message once.
 */
export function withAcknowledgements(context: DriverContext): DriverContext {
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
