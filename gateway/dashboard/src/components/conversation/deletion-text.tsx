import type { ShownMessage } from '../message/shown-message.ts';

/** The text in place of a deleted message. */
export function deletionText({ by, isMine }: NonNullable<ShownMessage['deleted']>) {
	if (isMine) return 'You deleted this message.';
	if (by === null) return 'This message was deleted.';
	return (
		<>
			This message was deleted by <bdi>{by}</bdi>.
		</>
	);
}
