import type { IWebhookFunctions } from 'n8n-workflow';

import type { EventEnvelope } from './envelope';
import { parseEnvelope } from './envelope';
import { hasValidSignature } from './verifySignature';

/** The part of n8n's request that holds the unparsed body. */
interface RawRequest {
	rawBody?: Buffer;
	readRawBody(): Promise<void>;
}

/**
 * Verifies a delivery (specification: Webhook deliveries) and returns its event.
 *
 * A delivery without a valid and fresh signature is answered with 401, a signed one without an envelope with 400; both
 * return undefined. Never throws because of a request.
 */
export async function receiveDelivery(
	context: IWebhookFunctions,
	secret: string | undefined,
): Promise<EventEnvelope | undefined> {
	const rawBody = await readRawBody(context.getRequestObject());
	if (!secret || !rawBody || !hasValidSignature(secret, rawBody, context.getHeaderData())) {
		respondWithError(
			context,
			401,
			'invalid_signature',
			'The signature is missing or wrong, or older than five minutes.',
		);
		return undefined;
	}
	const envelope = parseEnvelope(rawBody);
	if (!envelope) {
		respondWithError(
			context,
			400,
			'invalid_parameters',
			'The body is not an event with a timestamp and data.',
		);
	}
	return envelope;
}

/** Returns undefined for a body that cannot be read, e.g. one that n8n has already parsed as a form. */
async function readRawBody(request: RawRequest): Promise<Buffer | undefined> {
	try {
		if (!request.rawBody) await request.readRawBody();
		return request.rawBody;
	} catch {
		return undefined;
	}
}

/** Responds in the format of the gateway's own errors. */
export function respondWithError(
	context: IWebhookFunctions,
	status: number,
	code: string,
	message: string,
): void {
	context.getResponseObject().status(status).json({ error: { code, message } });
}
