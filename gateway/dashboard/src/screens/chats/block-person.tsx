import { findContact } from '../../api/contacts.ts';
import type { Chat } from '../../api/types.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { BlockButton } from '../../components/person/block-button.tsx';
import { nameOf } from './chat-list.tsx';

/** Blocks the person of a chat after a confirmation, or unblocks them. */
export function BlockPerson({ instanceId, chat }: { instanceId: string; chat: Chat }) {
	const { chatId } = chat;
	const contact = useLoad(`contact ${instanceId} ${chatId}`, (signal) =>
		findContact(instanceId, chat, signal).then((found) => ({ isBlocked: found?.isBlocked === true })),
	);
	return (
		<LoadedView of={contact}>
			{({ isBlocked }) => (
				<div class="chat-menu-line">
					<BlockButton
						instanceId={instanceId}
						contactId={chatId}
						name={nameOf(chat)}
						isBlocked={isBlocked}
						onChange={contact.reload}
					/>
					{isBlocked && <span>Blocked: their messages and calls do not arrive.</span>}
				</div>
			)}
		</LoadedView>
	);
}
