import { useState } from 'preact/hooks';
import { findContact, setContactBlocked } from '../../api/contacts.ts';
import type { Chat } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { useLoad } from '../../api/use-load.ts';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Button } from '../../components/forms/button.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { nameOf } from './chat-list.tsx';

/** Blocks the person of a chat after a confirmation, or unblocks them. */
export function BlockPerson({ instanceId, chat }: { instanceId: string; chat: Chat }) {
	const { chatId } = chat;
	const [asking, setAsking] = useState(false);
	const contact = useLoad(`contact ${instanceId} ${chatId}`, (signal) =>
		findContact(instanceId, chat, signal).then((found) => ({ isBlocked: found?.isBlocked === true })),
	);
	const unblocking = useAction(async () => {
		await setContactBlocked(instanceId, chatId, false);
		contact.reload();
	});
	const close = () => {
		setAsking(false);
	};
	return (
		<LoadedView of={contact}>
			{({ isBlocked }) => (
				<>
					<div class="chat-menu-line">
						<Button
							busy={unblocking.busy}
							onClick={() => {
								if (isBlocked) void unblocking.run();
								else setAsking(true);
							}}
						>
							{isBlocked ? 'Unblock' : 'Block'}
						</Button>
						{isBlocked && <span>Blocked: their messages and calls do not arrive.</span>}
					</div>
					{unblocking.error !== undefined && <ErrorAlert error={unblocking.error} />}
					{asking && (
						<ConfirmDialog
							title={`Block ${nameOf(chat)}?`}
							confirm="Block"
							act={() => setContactBlocked(instanceId, chatId, true)}
							onDone={() => {
								close();
								contact.reload();
							}}
							onClose={close}
						>
							Their messages and calls no longer arrive. The messages so far stay.
						</ConfirmDialog>
					)}
				</>
			)}
		</LoadedView>
	);
}
