import type { IWebhookFunctions } from 'n8n-workflow';

import type { EventEnvelope } from './envelope';
import { parseEnvelope } from './envelope';
import { isGenuine, SIGNATURE_HEADER } from './signature';

/** The part of n8n's request that holds the body as it came over the wire. */
interface RawRequest {
	rawBody?: Buffer;
	readRawBody(): Promise<void>;
}

/**
 * Gives the event of a delivery (specification: Webhook deliveries) that is signed with the secret. Everything
 * without the right signature is refused with 401, and with 400 what is signed but no envelope; undefined says
 * that a refusal was written. It never throws on what somebody sends.
 */
export async function receiveDelivery(
	context: IWebhookFunctions,
	secret: string | undefined,
): Promise<EventEnvelope | undefined> {
	const rawBody = await readRawBody(context.getRequestObject());
	if (!secret || !rawBody || !isGenuine(secret, rawBody, context.getHeaderData())) {
		refuse(context, 401, 'invalid_signature', `The ${SIGNATURE_HEADER} header is missing or wrong.`);
		return undefined;
	}
	const envelope = parseEnvelope(rawBody);
	if (!envelope) {
		refuse(context, 400, 'invalid_parameters', 'The body is not an event with a timestamp and data.');
	}
	return envelope;
}

/** Gives undefined for a body that cannot be read, e.g. one that n8n has taken apart as a form already. */
async function readRawBody(request: RawRequest): Promise<Buffer | undefined> {
	try {
		if (!request.rawBody) await request.readRawBody();
		return request.rawBody;
	} catch {
		return undefined;
	}
}

/** Writes the refusal in the shape of the gateway's own errors. */
export function refuse(context: IWebhookFunctions, status: number, code: string, message: string): void {
	context.getResponseObject().status(status).json({ error: { code, message } });
}
