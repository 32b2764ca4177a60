import { DAY } from '../domain/duration.ts';
import { LONGEST_OWNERSHIP, type ChatOwner, type TakenBy } from '../domain/chats/chat.ts';
import type { Clock } from '../domain/clock.ts';
import { GatewayError } from '../domain/error.ts';
import type { NewId } from '../domain/ids.ts';
import { releaseChats } from '../inbound/chats/release-chats.ts';
import { takenEvents } from '../inbound/chats/take-chat.ts';
import { lockChatOwners, writeTakenChats } from '../store/chats/chat-owners.ts';
import { chatExists } from '../store/chats/chats.ts';
import { currentIdOf } from '../store/chats/person-ids.ts';
import { recordEvents } from '../store/events/events.ts';
import type { Store } from '../store/store.ts';
import type { ChatRef } from './chats.ts';
import { namedInstanceOrThrow } from './find-instance.ts';
import { chatNotFound } from '../domain/chats/chat-not-found.ts';

/** A request to change the owner of a chat. */
export interface OwnerChange {
	owner: ChatOwner;
	/** Until when a person owns it (epoch milliseconds); null: for settings.takeover.releaseAfter. */
	until: number | null;
	by: TakenBy;
}

/**
 * Makes a person or the bot the owner of a chat, with its event if the owner was another one. Returns until when a person
 * owns it (epoch milliseconds; null: the bot does). Throws invalid_instance, chat_not_found, invalid_parameters.
 */
export async function setChatOwner(
	{ store, clock, newId }: { store: Store; clock: Clock; newId: NewId },
	ref: ChatRef,
	{ owner, until, by }: OwnerChange,
): Promise<{ chatId: string; ownedUntil: number | null }> {
	const now = clock.now();
	assertUntil(owner, until, now);
	return store.commit(async (scope) => {
		const { db, emit } = scope;
		const instance = await namedInstanceOrThrow(db, ref.instanceId);
		const releaseAfter = instance.takeover_release_after;
		if (releaseAfter === null) {
			throw new GatewayError(
				'invalid_parameters',
				`The instance "${instance.name}" has no settings.takeover, so its chats have no owner. Set it with PATCH /v1/instances/${instance.id}, such as {"settings": {"takeover": {"releaseAfter": "30m"}}}.`,
			);
		}
		const chatId = await currentIdOf(db, instance.id, ref.chatId);
		if (!(await chatExists(db, instance.id, chatId))) throw chatNotFound();
		const chat = { instanceId: instance.id, chatId };
		const { ownedUntil: before } = (await lockChatOwners(db, [chat]))(chat);
		if (owner === 'bot') {
			await releaseChats(scope, newId, [{ ...chat, ownedUntil: before }], now);
			return { chatId, ownedUntil: null };
		}
		const ownedUntil = until ?? now + releaseAfter;
		await writeTakenChats(db, [{ ...chat, ownedUntil }]);
		const events = takenEvents(chat, before, { until: ownedUntil, by, at: now });
		await recordEvents(
			scope,
			newId,
			events.map((event) => ({ event, at: now })),
		);
		emit({ kind: 'chat_taken' });
		// It may end earlier than before.
		emit({ kind: 'message_scheduled' });
		return { chatId, ownedUntil };
	});
}

/** Throws invalid_parameters. */
function assertUntil(owner: ChatOwner, until: number | null, now: number): void {
	if (until === null) return;
	if (owner === 'bot') {
		throw new GatewayError('invalid_parameters', '"until" is for "owner": "person". Leave it out.');
	}
	// The 61st second of a minute has the right form but is no time.
	if (Number.isNaN(until)) throw new GatewayError('invalid_parameters', '"until" is not a time.');
	if (until <= now) {
		throw new GatewayError(
			'invalid_parameters',
			'"until" is in the past. Give a later time, or leave it out.',
		);
	}
	if (until > now + LONGEST_OWNERSHIP) {
		const days = LONGEST_OWNERSHIP / DAY;
		throw new GatewayError('invalid_parameters', `"until" must be at most ${days} days from now.`);
	}
}
