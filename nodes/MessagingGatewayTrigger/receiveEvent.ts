import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { EventEnvelope } from './envelope';
import { parseEnvelope, simplified } from './envelope';
import { isSignedWith, SIGNATURE_HEADER } from './signature';
import { storedRegistrations } from './storedRegistrations';

/** The part of n8n's request that holds the body as it came over the wire. */
interface RawRequest {
	rawBody?: Buffer;
	readRawBody(): Promise<void>;
}

/**
 * Answers one delivery (specification: Webhook deliveries).
 *
 * Gives the item that starts the workflow when the delivery is signed with the secret of this listener and the
 * node wants it. Everything without the right signature is refused with 401, and with 400 what is signed but no
 * envelope; a 200 without an execution says that the event is known but not wanted here. It must never throw on
 * what somebody sends: n8n would start a failed execution for it.
 */
export async function receiveEvent(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const secret = secretOf(context);
	const rawBody = await readRawBody(context.getRequestObject());
	const signature = context.getHeaderData()[SIGNATURE_HEADER];
	if (!secret || !rawBody || !isSignedWith(secret, rawBody, signature)) {
		return refuse(context, 401, 'invalid_signature', `The ${SIGNATURE_HEADER} header is missing or wrong.`);
	}

	const envelope = parseEnvelope(rawBody);
	if (!envelope) {
		return refuse(context, 400, 'invalid_parameters', 'The body is not an event with a timestamp and data.');
	}
	if (!isWanted(context, envelope)) return {};

	const item = context.getNodeParameter('output') === 'raw' ? envelope : simplified(envelope);
	return { workflowData: [context.helpers.returnJsonArray([item])] };
}

/** Only a test listen runs in manual mode; the URL does not tell, n8n gives the production one in both. */
function secretOf(context: IWebhookFunctions): string | undefined {
	const listener = context.getMode() === 'manual' ? 'test' : 'production';
	return storedRegistrations(context)[listener]?.secret;
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

/** The gateway filters already; a delivery on its way while the node was changed is caught here. */
function isWanted(context: IWebhookFunctions, { event, data }: EventEnvelope): boolean {
	const events = context.getNodeParameter('events') as string[];
	const instanceId = context.getNodeParameter('instanceId', '', { extractValue: true });
	return events.includes(event) && (!instanceId || data.instanceId === instanceId);
}

/** Writes the refusal in the shape of the gateway's own errors; n8n then neither answers nor starts anything. */
function refuse(
	context: IWebhookFunctions,
	status: number,
	code: string,
	message: string,
): IWebhookResponseData {
	context.getResponseObject().status(status).json({ error: { code, message } });
	return { noWebhookResponse: true };
}
