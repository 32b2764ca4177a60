import type { MessageId } from '../../../domain/ids.ts';
import type { NetworkEvent } from '../../driver.ts';
import { ID_LIMIT } from './bounded-details.ts';
import { textOf } from '../graph/graph-error.ts';
import { getPath, getNumber, getString } from '../graph/json.ts';
import type { Session } from '../session/session.ts';
import { failureOf } from '../outbound/message-failure.ts';
import { momentOf } from './payload.ts';

/** Milliseconds a status waits for the answer to a message that it may be of. */
const ANSWER_WITHIN = 800;

/** What a status of Meta's is here. */
export type StatusOutcome =
	| { event: NetworkEvent; settles: { messageId: MessageId; networkId: string } }
	/** It says nothing new, or is of a message that another program sent. */
	| 'nothing'
	/** It may be of a message that Meta has not answered yet: it has to be told again. */
	| 'undecided'
	| 'unreadable';

/** What became of a message that was sent. */
export async function outcomeOfStatus(line: Session, status: unknown, now: number): Promise<StatusOutcome> {
	const networkId = getString(status, 'id') ?? '';
	const name = getString(status, 'status') ?? '';
	if (networkId === '' || networkId.length > ID_LIMIT || !NAMES.has(name)) return 'unreadable';
	const found = await messageOf(line, networkId, status);
	if (found === 'undecided') return 'undecided';
	// That a message was sent was recorded when Meta took it over, and answered.
	if (found === null || (name === 'sent' && !found.unanswered)) return 'nothing';
	const { messageId, isCopy } = found;
	const at = momentOf(status, now);
	const settles = { messageId, networkId };
	if (name === 'failed') {
		if (isCopy) return 'nothing';
		const error = getPath(status, 'errors', 0);
		const failure = failureOf(getNumber(error, 'code'), textOf(error));
		return { event: { kind: 'failure', messageId, failure, at }, settles };
	}
	const reported = name === 'played' ? 'read' : (name as 'sent' | 'delivered' | 'read');
	const known = isCopy ? {} : { networkId };
	return { event: { kind: 'receipt', messageId, status: reported, at, ...known }, settles };
}

const NAMES: ReadonlySet<string> = new Set(['sent', 'delivered', 'read', 'played', 'failed']);

interface Found {
	messageId: MessageId;
	/** Meta has told nothing of it yet. */
	unanswered: boolean;
	/** Meta took the message over twice, and this is not the copy that is recorded. */
	isCopy: boolean;
}

async function messageOf(
	line: Session,
	networkId: string,
	status: unknown,
): Promise<Found | 'undecided' | null> {
	const known = await knownAs(line, networkId);
	if (known !== null) return { messageId: known, unanswered: false, isCopy: false };
	// Our own identifier, which went along; what does not carry it may be of a message sent a moment ago all the same.
	const own = getString(status, 'biz_opaque_callback_data');
	if (own === null) return justAnswered(line, networkId);
	const message = own.length > ID_LIMIT ? null : await line.host.messages.find(own);
	if (message?.direction !== 'outbound') return null;
	const unanswered = message.networkId === null;
	return { messageId: message.id, unanswered, isCopy: !unanswered };
}

/** The message that Meta has told this identifier of. */
async function knownAs({ host, unrecordedIds }: Session, networkId: string): Promise<MessageId | null> {
	return unrecordedIds.get(networkId) ?? (await host.messages.idOf(networkId));
}

/** Meta may tell of a message before its answer to the sending has come in, and before that is recorded. */
async function justAnswered(line: Session, networkId: string): Promise<Found | 'undecided' | null> {
	if (line.sending.size === 0) return null;
	const answered = Promise.allSettled(line.sending).then(() => true);
	const inTime = await Promise.race([answered, line.pause(ANSWER_WITHIN).then(() => false)]);
	const messageId = await knownAs(line, networkId);
	if (messageId !== null) return { messageId, unanswered: false, isCopy: false };
	return inTime ? null : 'undecided';
}
