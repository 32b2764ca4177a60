import { useState } from 'preact/hooks';
import { deleteMessage, editMessage, reactToMessage } from '../../api/message-changes.ts';
import { mayWrite } from '../../api/sign-in/session.ts';
import type { MessageStatus } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { Bubble } from '../../components/conversation/bubble.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { EditDialog } from '../../components/message/edit-dialog.tsx';
import { MessageButtons } from '../../components/message/message-buttons.tsx';
import { MessagePanel } from '../../components/message/message-panel.tsx';
import type { ShownMessage } from '../../components/message/shown-message.ts';
import { hrefTo } from '../../routing/location.ts';
import { ForwardDialog } from './forward-dialog.tsx';
import { changesOf } from './message-changes.ts';
import type { Capabilities } from './offers.ts';
import type { ListedMessage } from './shown-history.ts';

const STATUS: Record<MessageStatus, string> = {
	queued: 'Queued',
	sent: '✓ Sent',
	delivered: '✓✓ Delivered',
	read: '✓✓ Read',
	failed: 'Failed',
};

interface Properties {
	item: ListedMessage;
	/** The same message as it is shown. */
	shown: ShownMessage;
	instanceId: string;
	capabilities: Capabilities;
	onShow: (messageId: string) => void;
	/** undefined: it cannot be answered now. */
	onReply: (() => void) | undefined;
	/** Called after the message was changed. */
	onChange: () => void;
}

/** A message as the instance has it: its own with the delivery status. */
export function InstanceBubble(properties: Properties) {
	const { item, shown, instanceId, capabilities, onShow, onReply, onChange } = properties;
	const { messageId, timestamp, status } = item;
	const [isOpen, setOpen] = useState(false);
	const [dialog, setDialog] = useState<'edit' | 'delete' | 'forward' | null>(null);
	const changes = changesOf(item, capabilities);
	const reacting = useAction(async (emoji: string | null) => {
		await reactToMessage(messageId, emoji);
		setOpen(false);
		onChange();
	});
	const close = () => {
		setDialog(null);
	};
	const canAct = changes.reply || changes.react || changes.actions.length > 0;
	return (
		<>
			<Bubble
				message={shown}
				status={shown.own ? status : 'received'}
				footer={
					<>
						<Timestamp at={timestamp} />
						{shown.own && <span class="bubble-status">{STATUS[status]}</span>}
						<a href={hrefTo('messages', messageId)}>
							Details<span class="visually-hidden"> of this message</span>
						</a>
					</>
				}
				onShow={onShow}
				buttons={
					mayWrite() &&
					canAct && (
						<MessageButtons
							onReply={changes.reply ? onReply : undefined}
							isOpen={isOpen}
							onToggle={() => {
								setOpen(!isOpen);
							}}
						/>
					)
				}
			>
				{isOpen && (
					<MessagePanel
						mine={shown.reactions.find(({ isMine }) => isMine)?.emoji ?? null}
						onReact={changes.react ? (emoji) => void reacting.run(emoji) : undefined}
						actions={changes.actions.map(({ change, ...button }) => ({
							...button,
							onClick: () => {
								setDialog(change);
							},
						}))}
						busy={reacting.busy}
						error={reacting.error}
					/>
				)}
			</Bubble>
			{dialog === 'edit' && (
				<EditDialog
					messageId={messageId}
					text={item.content}
					save={async (text) => {
						await editMessage(messageId, text);
						setOpen(false);
						onChange();
					}}
					onClose={close}
				/>
			)}
			{dialog === 'delete' && <DeleteDialog item={item} onClose={close} onChange={onChange} />}
			{dialog === 'forward' && (
				<ForwardDialog messageId={messageId} instanceId={instanceId} onClose={close} />
			)}
		</>
	);
}

interface DeleteProperties extends Pick<Properties, 'item' | 'onChange'> {
	onClose: () => void;
}

function DeleteDialog({ item: { messageId, status }, onClose, onChange }: DeleteProperties) {
	const isWaiting = status === 'queued';
	return (
		<ConfirmDialog
			title={isWaiting ? 'Cancel this message?' : 'Delete this message for everyone?'}
			confirm={isWaiting ? 'Cancel the message' : 'Delete for everyone'}
			act={() => deleteMessage(messageId)}
			onDone={() => {
				onClose();
				onChange();
			}}
			onClose={onClose}
		>
			{isWaiting
				? 'It is not sent, and keeps the status failed.'
				: 'Its text and its file are removed here and on the phones of the others.'}
		</ConfirmDialog>
	);
}
