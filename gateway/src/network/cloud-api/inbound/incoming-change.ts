import { EMOJI_LIMIT } from '../../../domain/messages/message-details.ts';
import type { Actor, MessageChange } from '../../network-event.ts';
import { getPath, getString } from '../graph/json.ts';
import type { Arrival } from './arrival.ts';
import { ID_LIMIT } from './bounded-details.ts';
import { readContent } from './content/read-content.ts';
import { reportedTimestampOf } from './payload.ts';

/** The field of each type of change that contains the id of the changed message. */
const TARGETS: ReadonlyMap<string, string> = new Map([
	['reaction', 'message_id'],
	['edit', 'original_message_id'],
	['revoke', 'original_message_id'],
]);

/** Whether Meta's object is a change of a message, and no message itself. */
export function isChange(message: unknown): boolean {
	return TARGETS.has(getString(message, 'type') ?? '');
}

/** Converts Meta's object of a reaction, an edit or a deletion; null: it is invalid. */
export function toChange(
	message: unknown,
	networkId: string,
	{ actor, chatId }: { actor: Actor; chatId: string },
	now: number,
): Arrival | null {
	const type = getString(message, 'type') ?? '';
	const part = getPath(message, type);
	const targetId = getString(part, TARGETS.get(type) ?? '') ?? '';
	const changed = changedOf(type, part, networkId);
	if (targetId === '' || targetId.length > ID_LIMIT || changed === null) return null;
	const reportedAt = reportedTimestampOf(message, now);
	const change: MessageChange = {
		target: { networkId: targetId, within: { chatId } },
		actor,
		at: reportedAt ?? now,
		...changed,
	};
	return {
		event: { kind: 'change', change },
		chatId,
		networkId,
		file: null,
		referencedId: targetId,
		...(reportedAt === null ? {} : { reportedAt }),
	};
}

type Changed =
	| { change: 'reaction'; emoji: string | null; networkId: string }
	| { change: 'edit'; content: string }
	| { change: 'deletion' };

function changedOf(type: string, part: unknown, networkId: string): Changed | null {
	switch (type) {
		case 'reaction': {
			const emoji = getPath(part, 'emoji') ?? '';
			if (typeof emoji !== 'string' || emoji.length > EMOJI_LIMIT) return null;
			// An absent emoji: the person took the reaction back.
			return {
				change: 'reaction',
				emoji: emoji === '' ? null : emoji.toWellFormed().replaceAll('\0', ''),
				// Meta reports times in whole seconds.
				networkId,
			};
		}
		case 'edit': {
			const { type: editedType, content } = readContent(getPath(part, 'message'));
			return editedType === 'unsupported' ? null : { change: 'edit', content };
		}
		case 'revoke':
			return { change: 'deletion' };
		default:
			return null;
	}
}
