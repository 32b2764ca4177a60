import { GatewayError } from '../../../domain/error.ts';

/** Milliseconds after which WhatsApp no longer lets a message be changed. */
export const EDIT_TIME = { limit: 15 * 60_000, action: 'edited', words: '15 minutes' } as const;
export const DELETION_TIME = { limit: 60 * 3_600_000, action: 'deleted', words: '60 hours' } as const;

/** Throws message_too_old for a message from `at` whose time has passed; both times are epoch milliseconds. */
export function throwIfOlder(
	at: number,
	now: number,
	{ limit, action, words }: typeof EDIT_TIME | typeof DELETION_TIME,
): void {
	if (now - at <= limit) return;
	throw new GatewayError(
		'message_too_old',
		`A message can be ${action} within ${words} only. Send a new message instead.`,
	);
}
