import type { MessageId } from '../../../domain/ids.ts';
import type { NetworkEvent } from '../../network-event.ts';
import { ID_LIMIT } from './bounded-details.ts';
import { errorText } from '../graph/graph-error.ts';
import { getPath, getNumber, getString } from '../graph/json.ts';
import type { Session } from '../session/session.ts';
import { messageFailure } from '../outbound/message-failure.ts';
import { timestampOf } from './payload.ts';
import type { ResponseWait } from './response-wait.ts';

export type StatusOutcome =
	| { event: NetworkEvent; messageId: MessageId; networkId: string }
	/** The status is not new, or belongs to a message that another program sent. */
	| 'ignored'
	/** The status may belong to a message whose response has not arrived yet. Meta has to deliver it again. */
	| 'undecided'
	| 'unreadable';

/** Assigns a status to its message and converts it to an event. `responses`: of the webhook that contains the status. */
export async function resolveStatus(
	session: Session,
	status: unknown,
	{ now, responses }: { now: number; responses: ResponseWait },
): Promise<StatusOutcome> {
	const networkId = getString(status, 'id') ?? '';
	const name = getString(status, 'status') ?? '';
	if (networkId === '' || networkId.length > ID_LIMIT || !STATUSES.has(name)) return 'unreadable';
	const match = await findMessage(session, networkId, status, responses);
	if (match === 'undecided') return 'undecided';
	// The response to the send has already recorded that the message was sent.
	if (match === null || (name === 'sent' && !match.awaitsResponse)) return 'ignored';
	const { messageId, isCopy } = match;
	const at = timestampOf(status, now);
	if (name === 'failed') {
		if (isCopy) return 'ignored';
		const error = getPath(status, 'errors', 0);
		const failure = messageFailure(getNumber(error, 'code'), errorText(error));
		return { event: { kind: 'failure', messageId, failure, at }, messageId, networkId };
	}
	const receipt = name === 'played' ? 'read' : (name as 'sent' | 'delivered' | 'read');
	const reportedId = isCopy ? {} : { networkId };
	const event: NetworkEvent = { kind: 'receipt', messageId, status: receipt, at, ...reportedId };
	return { event, messageId, networkId };
}

const STATUSES: ReadonlySet<string> = new Set(['sent', 'delivered', 'read', 'played', 'failed']);

interface Match {
	messageId: MessageId;
	/** Neither a response nor an earlier status of the message is recorded. */
	awaitsResponse: boolean;
	/** Meta accepted the message twice, and the other copy is the recorded one. */
	isCopy: boolean;
}

async function findMessage(
	session: Session,
	networkId: string,
	status: unknown,
	responses: ResponseWait,
): Promise<Match | 'undecided' | null> {
	const known = await matchByNetworkId(session, networkId);
	if (known !== null) return known;
	// The gateway's id, which the send request contains. A status without it may still belong to a pending send.
	const ownId = getString(status, 'biz_opaque_callback_data');
	if (ownId === null) return findAfterResponses(session, networkId, responses);
	const message = ownId.length > ID_LIMIT ? null : await session.context.messages.find(ownId);
	if (message?.direction !== 'outbound') return null;
	const awaitsResponse = message.networkId === null;
	return { messageId: message.id, awaitsResponse, isCopy: !awaitsResponse };
}

async function matchByNetworkId(
	{ context, unrecordedIds }: Session,
	networkId: string,
): Promise<Match | null> {
	const recordedId = await context.messages.findId(networkId);
	if (recordedId !== null) return { messageId: recordedId, awaitsResponse: false, isCopy: false };
	const sentId = unrecordedIds.get(networkId);
	// A crash before the response is recorded would lose it: then the status is what says that Meta has the message.
	return sentId === undefined ? null : { messageId: sentId, awaitsResponse: true, isCopy: false };
}

/** Finds the message of a status that may have arrived before the response that contains its network id. */
async function findAfterResponses(
	session: Session,
	networkId: string,
	responses: ResponseWait,
): Promise<Match | 'undecided' | null> {
	if (!responses.areAwaited) return null;
	const inTime = await responses.arrived();
	return (await matchByNetworkId(session, networkId)) ?? (inTime ? null : 'undecided');
}
