import type { MessageId } from '../../domain/ids.ts';
import { NetworkRefusal } from '../driver.ts';
import { Unanswered } from './graph.ts';
import type { Line, LineRequest } from './line.ts';

/** Times a message is handed to Meta while Meta does not answer. */
const MOST = 2;
/** Milliseconds Meta has after that to tell, in a webhook, that it took the message over all the same. */
const TOLD_WITHIN = 10_000;

/**
 * What Meta calls a message that it was handed before and did not answer, be it because the gateway ended; null
 * where it may be handed over. Meta cannot tell a repetition, but it tells what became of a message with the
 * gateway's own identifier, so it is given time for that. Throws a NetworkRefusal where it was handed over often enough.
 */
export async function toldOf(line: Line, messageId: MessageId, times: number): Promise<string | null> {
	if (times === 0) return null;
	await line.pause(TOLD_WITHIN);
	const told = await line.host.messages.networkIdOf(messageId);
	if (told === null && times >= MOST) {
		throw new NetworkRefusal({
			code: 'network_error',
			message: `Meta was handed this message ${times} times and did not answer. It may have arrived: ask the recipient before you send it again.`,
		});
	}
	return told;
}

/**
 * Hands a message over that was handed over so often before, and gives the answer. That Meta may have it is durable
 * until Meta has said that it has not.
 */
export async function handOver(
	line: Line,
	{ id: messageId, before }: { id: MessageId; before: number },
	request: LineRequest,
): Promise<unknown> {
	const { messages } = line.host;
	await messages.setHandOvers(messageId, before + 1);
	return line.ask(request, async (error) => {
		if (error instanceof Unanswered) return;
		// Should that fail, the message waits once more than it needed to.
		await messages.setHandOvers(messageId, before).catch(() => undefined);
	});
}
