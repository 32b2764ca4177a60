import type { Clock } from '../../domain/clock.ts';
import { chatIdOf, isPhone } from '../../domain/phone.ts';
import type { IncomingMessage, NetworkEvent } from '../driver.ts';
import type { FileKeeper } from '../file-keeper.ts';
import { markRead } from './connection.ts';
import { fetchFile } from './fetch-file.ts';
import { incomingContentOf } from './incoming-content.ts';
import { textIn } from './json.ts';
import type { Line } from './line.ts';
import { momentOf, type Change } from './payload.ts';

/**
 * Whether the specification has a place for a message: it has none for Meta's own groups, nor for somebody who shows
 * no phone number.
 */
export function hasPlace(message: unknown): boolean {
	return textIn(message, 'group_id') === null && isPhone(textIn(message, 'from') ?? '');
}

/** The messages of a change that there is a place for, their files fetched, without those recorded before. */
export async function arrivalsOf(
	line: Line,
	{ messages, names }: Change,
	{ clock, files }: { clock: Clock; files: FileKeeper },
): Promise<IncomingMessage[]> {
	const outcomes = await Promise.allSettled(
		messages.map(async (message): Promise<IncomingMessage | null> => {
			const networkId = textIn(message, 'id');
			const from = textIn(message, 'from') ?? '';
			const written = incomingContentOf(message);
			if (networkId === null || written === null || !hasPlace(message)) return null;
			if ((await line.host.messages.idOf(networkId)) !== null) return null;
			return {
				networkId,
				chatId: chatIdOf(from),
				from,
				contactName: names.get(from) ?? null,
				type: written.type,
				content: written.content,
				media: written.file === null ? null : await fetchFile(line, written.file, files),
				at: momentOf(message) ?? clock.now(),
			};
		}),
	);
	const arrived = outcomes.flatMap((one) =>
		one.status === 'fulfilled' && one.value !== null ? one.value : [],
	);
	const failed = outcomes.find((one) => one.status === 'rejected');
	if (failed === undefined) return arrived;
	// Meta tells all of it again, and the files are fetched anew.
	for (const { media } of arrived) if (media !== null) await files.discard(media.path);
	throw failed.reason;
}

/** Tells Meta what was read as it arrived (settings.autoRead): the last message of each chat stands for all. */
export async function markArrivalsRead(line: Line, events: readonly NetworkEvent[]): Promise<void> {
	const last = new Map<string, string>();
	for (const event of events) {
		if (event.kind === 'message') last.set(event.message.chatId, event.message.networkId);
	}
	if (last.size === 0 || !(await line.host.readsAtOnce())) return;
	await Promise.all([...last.values()].map((networkId) => markRead(line, networkId)));
}
