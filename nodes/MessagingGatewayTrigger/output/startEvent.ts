import type { IDataObject } from 'n8n-workflow';

import type { EventEnvelope } from '../../MessagingGateway/delivery/envelope';

/** An event that starts the workflow. */
export interface StartEvent extends EventEnvelope {
	/** The messages that the gateway collected, oldest first. */
	messages?: IDataObject[];
}

/**
 * Returns all fields of an event on one level: its data, with the event and its ID. A timestamp in the data replaces that
 * of the envelope. The `content` of collected messages has one line per message.
 */
export function flattened({ event, eventId, timestamp, test, data, messages }: StartEvent): IDataObject {
	return {
		event,
		eventId,
		timestamp,
		...data,
		...(messages && { content: messages.map(({ content }) => content).join('\n'), messages }),
		...(test && { test }),
	};
}
