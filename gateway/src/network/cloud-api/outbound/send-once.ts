import type { MessageId } from '../../../domain/ids.ts';
import { PermanentSendError } from '../../driver.ts';
import { ID_LIMIT } from '../inbound/bounded-details.ts';
import { Unanswered } from '../graph/graph.ts';
import { getString } from '../graph/json.ts';
import type { Session, SessionRequest } from '../session/session.ts';

/** Times a message is handed to Meta while Meta does not answer. */
const MOST = 2;
/** Milliseconds Meta has after that to tell, in a webhook, that it took the message over all the same. */
const TOLD_WITHIN = 10_000;

/**
 * Hands a message to Meta and returns Meta's identifier of it, from the answer or from the first status that Meta tells
 * of it. Meta cannot tell a repetition: what it did not answer, be it because the gateway ended, is handed over at most
 * once more, and only when Meta has not told of it in the meantime. Throws a NetworkRefusal where it was handed over
 * often enough.
 */
export async function sendOnce(
	line: Session,
	messageId: MessageId,
	prepare: () => Promise<SessionRequest>,
): Promise<string> {
	const status = line.awaited.expect(messageId);
	const over = new AbortController();
	try {
		return await Promise.race([status.networkId, untilAnswered(line, messageId, prepare, over.signal)]);
	} finally {
		status.stop();
		over.abort(new Error('Meta told of the message before it answered.'));
	}
}

async function untilAnswered(
	line: Session,
	messageId: MessageId,
	prepare: () => Promise<SessionRequest>,
	signal: AbortSignal,
): Promise<string> {
	for (let times = await line.host.messages.handOvers(messageId); ; times += 1) {
		const told = times === 0 ? null : await findEarlierSend(line, messageId, times, signal);
		if (told !== null) return told;
		const request = await prepare();
		try {
			return await handOverOnce(line, { messageId, before: times }, { ...request, signals: [signal] });
		} catch (error) {
			if (!(error instanceof Unanswered)) throw error;
			const { instanceId } = line;
			line.log.warn(
				{ err: error, instanceId, messageId },
				'Meta did not answer to a message; it may have it',
			);
		}
	}
}

/** What Meta calls a message that it was handed so often and did not answer; null where it may be handed over again. */
async function findEarlierSend(
	line: Session,
	messageId: MessageId,
	times: number,
	signal: AbortSignal,
): Promise<string | null> {
	await line.pause(TOLD_WITHIN, signal);
	const told = await line.host.messages.networkIdOf(messageId);
	if (told === null && times >= MOST) {
		throw new PermanentSendError({
			code: 'network_error',
			message: `Meta was handed this message ${times} times and did not answer. It may have arrived: ask the recipient before you send it again.`,
		});
	}
	return told;
}

/** That Meta may have the message is durable until Meta has said that it has not. */
async function handOverOnce(
	line: Session,
	{ messageId, before }: { messageId: MessageId; before: number },
	request: SessionRequest,
): Promise<string> {
	const { messages } = line.host;
	await messages.setHandOvers(messageId, before + 1);
	const answer = await line.ask(request, async (error) => {
		if (error instanceof Unanswered) return;
		// Should that fail, the message waits once more than it needed to.
		await messages.setHandOvers(messageId, before).catch(() => undefined);
	});
	const networkId = getString(answer, 'messages', 0, 'id');
	if (networkId === null || networkId === '' || networkId.length > ID_LIMIT) {
		throw new Unanswered(new Error('The answer does not name the message.'));
	}
	return networkId;
}
