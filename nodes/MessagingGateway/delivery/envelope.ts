import type { IDataObject } from 'n8n-workflow';

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
	let body: unknown;
	try {
		body = JSON.parse(rawBody.toString('utf8'));
	} catch {
		return undefined;
	}
	return isEnvelope(body) ? body : undefined;
}

function isEnvelope(body: unknown): body is EventEnvelope {
	if (!isRecord(body)) return false;
	return typeof body.event === 'string' && typeof body.timestamp === 'string' && isRecord(body.data);
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
