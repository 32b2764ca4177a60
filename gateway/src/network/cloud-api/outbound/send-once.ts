import type { MessageId } from '../../../domain/ids.ts';
import { PermanentSendError } from '../../permanent-send-error.ts';
import { ID_LIMIT } from '../inbound/bounded-details.ts';
import { NoResponse } from '../graph/graph.ts';
import { getString } from '../graph/json.ts';
import type { Session, SessionRequest } from '../session/session.ts';

/** How often a message is sent if Meta does not respond. */
const MAX_SENDS = 2;
/** Milliseconds to wait for a status of a message without a response, which shows that Meta accepted it. */
const STATUS_TIMEOUT = 10_000;

/**
 * Sends a message and returns Meta's id of it, from the response or from the first status of the message. Meta cannot
 * detect a repetition, so a message without a response, even one that was lost in a crash of the gateway, is sent at
 * most once more, and only if no status of it arrives. Throws PermanentSendError after the last attempt.
 */
export async function sendOnce(
	session: Session,
	messageId: MessageId,
	prepare: () => Promise<SessionRequest>,
): Promise<string> {
	const status = session.awaitedStatuses.expect(messageId);
	const done = new AbortController();
	try {
		return await Promise.race([status.networkId, sendWithRetry(session, messageId, prepare, done.signal)]);
	} finally {
		status.stop();
		done.abort(new Error('Meta reported a status of the message before it responded.'));
	}
}

async function sendWithRetry(
	session: Session,
	messageId: MessageId,
	prepare: () => Promise<SessionRequest>,
	signal: AbortSignal,
): Promise<string> {
	for (let attempts = await session.context.messages.countSendAttempts(messageId); ; attempts += 1) {
		const networkId = attempts === 0 ? null : await findEarlierSend(session, messageId, attempts, signal);
		if (networkId !== null) return networkId;
		const request = await prepare();
		try {
			return await attemptSend(session, { messageId, attempts }, { ...request, signals: [signal] });
		} catch (error) {
			if (!(error instanceof NoResponse)) throw error;
			const { instanceId } = session;
			session.log.warn(
				{ err: error, instanceId, messageId },
				'Meta did not respond to a message and may have accepted it',
			);
		}
	}
}

/** Returns Meta's id of a message that was sent without a response; null: it may be sent again. */
async function findEarlierSend(
	session: Session,
	messageId: MessageId,
	attempts: number,
	signal: AbortSignal,
): Promise<string | null> {
	await session.sleep(STATUS_TIMEOUT, signal);
	const networkId = await session.context.messages.findNetworkId(messageId);
	if (networkId === null && attempts >= MAX_SENDS) {
		throw new PermanentSendError({
			code: 'network_error',
			message: `Meta was sent this message ${attempts} times and did not answer. It may have arrived: ask the recipient before you send it again.`,
		});
	}
	return networkId;
}

/**
 * Stores the attempt before the request, so that a crash cannot lose it. Undoes that if Meta has not received the
 * body.
 */
async function attemptSend(
	session: Session,
	{ messageId, attempts }: { messageId: MessageId; attempts: number },
	request: SessionRequest,
): Promise<string> {
	const { messages } = session.context;
	await messages.setSendAttempts(messageId, attempts + 1);
	const response = await session.request(request, async (error) => {
		if (error instanceof NoResponse) return;
		// If this fails, the next attempt waits for a status unnecessarily.
		await messages.setSendAttempts(messageId, attempts).catch(() => undefined);
	});
	const networkId = getString(response, 'messages', 0, 'id');
	if (networkId === null || networkId === '' || networkId.length > ID_LIMIT) {
		throw new NoResponse(new Error("Meta's response does not contain the id of the message."));
	}
	return networkId;
}
