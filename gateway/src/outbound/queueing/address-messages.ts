import { readCurrentIds, type CurrentIdOf } from '../../store/chats/person-ids.ts';
import type { Db } from '../../store/schema.ts';
import type { MessageToSend, SendRequest } from './message-to-send.ts';

/**
 * Replaces the ids of recipients and mentioned people by their current ids: an id that the network reported before it
 * revealed whose id it is stays valid.
 */
export async function addressMessages(db: Db, requests: readonly SendRequest[]): Promise<SendRequest[]> {
	const ids = requests.flatMap(({ message: { instanceId, to, details } }) =>
		[to, ...(details.mentions ?? [])].map((id) => ({ instanceId, id })),
	);
	const currentIdOf = await readCurrentIds(db, ids);
	return requests.map((request) => ({ ...request, message: withCurrentIds(request.message, currentIdOf) }));
}

function withCurrentIds(message: MessageToSend, currentIdOf: CurrentIdOf): MessageToSend {
	const { instanceId, to, details } = message;
	const currentId = (id: string): string => currentIdOf({ instanceId, id });
	const mentions = details.mentions?.map(currentId);
	return {
		...message,
		to: currentId(to),
		details: mentions === undefined ? details : { ...details, mentions: [...new Set(mentions)] },
	};
}
