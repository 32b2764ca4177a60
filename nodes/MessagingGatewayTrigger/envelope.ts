import type { IDataObject } from 'n8n-workflow';

import type { BurstMessage } from './burst';

/** A delivery of the gateway (specification: Webhook deliveries; eventId and test are additions). */
export interface EventEnvelope extends IDataObject {
	event: string;
	timestamp: string;
	data: IDataObject;
	eventId?: string;
	/** Set on the sample events of POST /v1/webhooks/{id}/test. */
	test?: boolean;
	/** Set by this node when it collected a burst: all its messages, this one the last. */
	messages?: BurstMessage[];
}

/** Reads the body of a delivery; gives undefined when it is not JSON or not an envelope. */
export function parseEnvelope(rawBody: Buffer): EventEnvelope | undefined {
	let body: unknown;
	try {
		body = JSON.parse(rawBody.toString('utf8'));
	} catch {
		return undefined;
	}
	return isEnvelope(body) ? body : undefined;
}

/**
 * The data on the top level, with the kind of event and the best timestamp there is. The content of a burst is
 * that of all its messages, a line each.
 */
export function simplified({ event, eventId, timestamp, test, data, messages }: EventEnvelope): IDataObject {
	return {
		event,
		eventId,
		timestamp,
		...data,
		...(messages && { content: messages.map(({ content }) => content).join('\n'), messages }),
		...(test && { test }),
	};
}

function isEnvelope(body: unknown): body is EventEnvelope {
	if (!isRecord(body)) return false;
	return typeof body.event === 'string' && typeof body.timestamp === 'string' && isRecord(body.data);
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
