import { useState } from 'preact/hooks';
import { deleteMessage } from '../../api/message-changes.ts';
import { mayWrite } from '../../api/sign-in/session.ts';
import type { MessageDetail } from '../../api/types.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Button } from '../../components/forms/button.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';

interface Properties {
	message: MessageDetail;
	/** Called after the message was cancelled. */
	onCancelled: () => void;
}

/** The time of a message that is not sent yet, and a button that cancels it. */
export function Waiting({ message: { messageId, sendAt }, onCancelled }: Properties) {
	const [asking, setAsking] = useState(false);
	return (
		<Notice tone="note">
			<p>
				{sendAt === undefined ? (
					'It waits to be sent.'
				) : (
					<>
						It is sent at <Timestamp at={sendAt} seconds />.
					</>
				)}
			</p>
			{mayWrite() && (
				<Button
					onClick={() => {
						setAsking(true);
					}}
				>
					Cancel sending
				</Button>
			)}
			{asking && (
				<ConfirmDialog
					title="Cancel this message?"
					confirm="Cancel the message"
					act={() => deleteMessage(messageId)}
					onDone={() => {
						setAsking(false);
						onCancelled();
					}}
					onClose={() => {
						setAsking(false);
					}}
				>
					It is not sent, and keeps the status failed.
				</ConfirmDialog>
			)}
		</Notice>
	);
}
