import type { DriverContext } from '../driver.ts';

/** The same context, which also notes the messages that the gateway has recorded: the network delivers them only once. */
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
