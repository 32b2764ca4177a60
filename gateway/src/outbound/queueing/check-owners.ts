import { isOwnedByPerson } from '../../domain/chats/chat.ts';
import { timestamp } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import type { GatewayEvent } from '../../domain/events/event.ts';
import { takenEvents } from '../../inbound/chats/take-chat.ts';
import { lockChatOwners } from '../../store/chats/chat-owners.ts';
import { chatKeyText, type ChatKey } from '../../store/chats/chat-key.ts';
import type { QueuedMessage } from '../../store/messages/messages.ts';
import type { Db, InstanceRow } from '../../store/schema.ts';
import type { SendRequest } from './message-to-send.ts';

/** A request with the message it queues, and the instance that sends it. */
export interface AcceptableRequest {
	request: SendRequest;
	row: QueuedMessage;
	instance: InstanceRow;
}

/** A chat that a person takes by sending a message, and the events that report it. */
export interface PageTakeover {
	chat: ChatKey & { ownedUntil: number };
	events: readonly GatewayEvent[];
}

/** The requests that are refused, and those that take their chat. */
export interface OwnerDecisions {
	/** The refusals, chat_taken. */
	refused: ReadonlyMap<SendRequest, GatewayError>;
	/** The requests of people that take the chat, or extend the time for which they own it. */
	takeovers: ReadonlyMap<SendRequest, PageTakeover>;
}

/**
 * Decides by the owners of their chats which requests are refused, in their order: with settings.takeover, the message
 * of a person takes the chat, and later messages with an API key are refused unless they are forced. Locks the owners,
 * so that the order holds among all gateways. Scheduled messages are decided when they are due: see
 * schedule-messages.ts.
 */
export async function checkOwners(db: Db, requests: readonly AcceptableRequest[]): Promise<OwnerDecisions> {
	const refused = new Map<SendRequest, GatewayError>();
	const takeovers = new Map<SendRequest, PageTakeover>();
	const affected = requests.flatMap(({ request, row, instance }) => {
		const { force, isFromPerson } = request.message;
		const releaseAfter = instance.takeover_release_after;
		if (releaseAfter === null || row.send_at !== null || (force && !isFromPerson)) return [];
		const chat = { instanceId: row.instance_id, chatId: row.chat_id };
		return [{ request, chat, key: chatKeyText(chat), releaseAfter, isFromPerson }];
	});
	const ownerOf = await lockChatOwners(
		db,
		affected.map(({ chat }) => chat),
	);
	/** The chats that earlier requests of this batch take, with the end of the ownership. */
	const taken = new Map<string, number>();
	for (const { request, chat, key, releaseAfter, isFromPerson } of affected) {
		const before = taken.get(key) ?? ownerOf(chat).ownedUntil;
		if (isFromPerson) {
			const until = Math.max(before ?? 0, request.at + releaseAfter);
			const events = takenEvents(chat, before, { until, by: 'page', at: request.at });
			taken.set(key, until);
			takeovers.set(request, { chat: { ...chat, ownedUntil: until }, events });
		} else if (before !== null && isOwnedByPerson(before, request.at)) {
			refused.set(request, chatTaken(before));
		}
	}
	return { refused, takeovers };
}

function chatTaken(ownedUntil: number): GatewayError {
	const until = timestamp(ownedUntil);
	return new GatewayError(
		'chat_taken',
		`A person has this chat until ${until}, so messages with an API key are not sent to it. Send again then, or send with "force": true to send anyway.`,
		{ until },
	);
}
