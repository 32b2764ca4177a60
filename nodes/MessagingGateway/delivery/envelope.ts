import type { IDataObject } from 'n8n-workflow';

import { isJsonObject, parseJson } from '../json';

/** The body of a delivery (specification: Webhook deliveries; eventId and test are additions). */
export interface EventEnvelope extends IDataObject {
	event: string;
	timestamp: string;
	data: IDataObject;
	eventId?: string;
	/** Set in the sample events of POST /v1/webhooks/{id}/test. */
	test?: boolean;
}

/** Parses the body of a delivery. Returns undefined when it is not JSON or not an envelope. */
export function parseEnvelope(rawBody: Buffer): EventEnvelope | undefined {
	const body = parseJson(rawBody.toString('utf8'));
	return isEnvelope(body) ? body : undefined;
}

function isEnvelope(body: unknown): body is EventEnvelope {
	if (!isJsonObject(body)) return false;
	return typeof body.event === 'string' && typeof body.timestamp === 'string' && isJsonObject(body.data);
}
