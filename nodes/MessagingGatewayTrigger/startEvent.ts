import type { IDataObject } from 'n8n-workflow';

import type { EventEnvelope } from '../MessagingGateway/delivery/envelope';
import type { BurstMessage } from './burst';

/** An event that starts the workflow: a delivery as it came, and the burst that it ends. */
export interface StartEvent extends EventEnvelope {
	/** All messages of the burst, this event's the last. */
	messages?: BurstMessage[];
}

/**
 * The data on the top level, with the kind of event and the best timestamp there is. The content of a burst is
 * that of all its messages, a line each.
 */
export function simplified({ event, eventId, timestamp, test, data, messages }: StartEvent): IDataObject {
	return {
		event,
		eventId,
		timestamp,
		...data,
		...(messages && { content: messages.map(({ content }) => content).join('\n'), messages }),
		...(test && { test }),
	};
}
