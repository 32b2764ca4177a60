import type { Clock } from '../../domain/clock.ts';
import type { MessageId } from '../../domain/ids.ts';
import type { NetworkEvent } from '../driver.ts';
import { failureOf, textOf } from './graph-error.ts';
import { inside, textIn } from './json.ts';
import type { Line } from './line.ts';
import { momentOf, type Change } from './payload.ts';

/** What became of messages that were sent. */
export async function receiptsOf(line: Line, { statuses }: Change, clock: Clock): Promise<NetworkEvent[]> {
	const events: NetworkEvent[] = [];
	for (const status of statuses) {
		const networkId = textIn(status, 'id');
		const name = textIn(status, 'status');
		if (networkId === null || name === null) continue;
		const known = await knownAs(line, networkId);
		const unanswered = known === null ? await unansweredMessage(line, status) : null;
		// Of others, that they are sent was recorded when Meta took them over.
		if (name === 'sent' && unanswered === null) continue;
		const messageId = known ?? unanswered ?? (await justAnswered(line, networkId));
		if (messageId === null) continue;
		const at = momentOf(status) ?? clock.now();
		if (name === 'failed') {
			const error = inside(status, 'errors', 0);
			const code = inside(error, 'code');
			const failure = failureOf(typeof code === 'number' ? code : null, textOf(error));
			events.push({ kind: 'failure', messageId, failure, at });
		} else if (name === 'sent' || name === 'delivered') {
			events.push({ kind: 'receipt', messageId, status: name, at, networkId });
		} else if (name === 'read' || name === 'played') {
			events.push({ kind: 'receipt', messageId, status: 'read', at, networkId });
		}
	}
	return events;
}

/** The message of ours that Meta tells of by our identifier, and has not told its own of. */
async function unansweredMessage({ host }: Line, status: unknown): Promise<MessageId | null> {
	const messageId = textIn(status, 'biz_opaque_callback_data');
	if (messageId === null) return null;
	const message = await host.messages.find(messageId);
	return message?.direction === 'outbound' && message.networkId === null ? message.id : null;
}

/** The message that Meta has told this identifier of. */
async function knownAs({ host, handedOver }: Line, networkId: string): Promise<MessageId | null> {
	return handedOver.get(networkId) ?? (await host.messages.idOf(networkId));
}

/** Meta may tell of a message before its answer to the sending has come in, and before that is recorded. */
async function justAnswered(line: Line, networkId: string): Promise<MessageId | null> {
	if (line.sending.size === 0) return null;
	await Promise.allSettled(line.sending);
	return knownAs(line, networkId);
}
