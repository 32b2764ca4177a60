import { useState } from 'preact/hooks';
import type { ManualPhone, PhoneChat, PhoneMessage } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { Bubble } from '../../components/conversation/bubble.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { EditDialog } from '../../components/message/edit-dialog.tsx';
import { MessageButtons } from '../../components/message/message-buttons.tsx';
import { MessagePanel } from '../../components/message/message-panel.tsx';
import type { ShownMessage } from '../../components/message/shown-message.ts';
import { deleteOnPhone, editOnPhone, press, react, vote, type Target } from '../message-actions.ts';
import { Ticks } from './ticks.tsx';

interface Properties {
	phone: ManualPhone;
	chat: PhoneChat;
	message: PhoneMessage;
	/** The same message as it is shown. */
	shown: ShownMessage;
	/** Whether the phone can write in the chat now. */
	canWrite: boolean;
	onShow: (messageId: string) => void;
	onReply: () => void;
	/** Called after the message was changed or answered. */
	onChange: () => void;
}

/** A message as the phone shows it: its own with their ticks. */
export function PhoneBubble(properties: Properties) {
	const { phone, chat, message, shown, canWrite, onShow, onReply, onChange } = properties;
	const { messageId, content, timestamp, status } = message;
	const [isOpen, setOpen] = useState(false);
	const [editing, setEditing] = useState(false);
	const target: Target = { phone, chat, messageId, content };
	const acting = useAction(async (act: () => Promise<unknown>) => {
		await act();
		setOpen(false);
		onChange();
	});
	const able = canWrite && shown.deleted === null;
	const actions = [
		...(able && shown.own && shown.type === 'text'
			? [
					{
						icon: 'edit' as const,
						label: 'Edit',
						onClick: () => {
							setEditing(true);
						},
					},
				]
			: []),
		...(able && shown.own
			? [
					{
						icon: 'trash' as const,
						label: 'Delete for everyone',
						onClick: () => void acting.run(() => deleteOnPhone(target)),
					},
				]
			: []),
	];
	return (
		<>
			<Bubble
				message={shown}
				footer={
					<>
						<Timestamp at={timestamp} />
						{shown.own && <Ticks status={status} />}
					</>
				}
				onShow={onShow}
				onVote={able ? (options) => void acting.run(() => vote(target, options)) : undefined}
				onChoose={able && !shown.own ? (option) => void acting.run(() => press(target, option)) : undefined}
				buttons={
					able && (
						<MessageButtons
							onReply={onReply}
							isOpen={isOpen}
							onToggle={() => {
								setOpen(!isOpen);
							}}
						/>
					)
				}
			>
				{isOpen ? (
					<MessagePanel
						mine={shown.reactions.find(({ isMine }) => isMine)?.emoji ?? null}
						onReact={(emoji) => void acting.run(() => react(target, emoji))}
						actions={actions}
						busy={acting.busy}
						error={acting.error}
					/>
				) : (
					acting.error !== undefined && <ErrorAlert error={acting.error} />
				)}
			</Bubble>
			{editing && (
				<EditDialog
					messageId={messageId}
					text={content}
					save={async (text) => {
						await editOnPhone(target, text);
						onChange();
					}}
					onClose={() => {
						setEditing(false);
						setOpen(false);
					}}
				/>
			)}
		</>
	);
}
