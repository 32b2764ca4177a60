import { useMemo, useState } from 'preact/hooks';
import type { ManualPhone, PhoneChat, PhoneMessage } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { usePages } from '../../api/hooks/use-pages.ts';
import { Conversation } from '../../components/conversation/conversation.tsx';
import { albumContinuations } from '../../components/message/album-continuations.ts';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Button } from '../../components/forms/button.tsx';
import { leaveGroup, readChat, setBlocked, type Quoted } from '../actions.ts';
import { listPhoneMessages } from '../api.ts';
import { PhoneBubble } from './bubble.tsx';
import { PhoneComposer } from './composer.tsx';
import { nameOnPhone } from './names.ts';
import { useCalls } from './use-calls.tsx';
import { shownOnPhone } from './shown-on-phone.ts';
import './conversation.css';

const BUBBLE_HEIGHT = 60;

interface Properties {
	phone: ManualPhone;
	chat: PhoneChat;
	/** All chats of the phone: they have the names of its contacts. */
	chats: readonly PhoneChat[];
	/** Counts the updates of the phone; the messages are loaded again with each. */
	updates: number;
	/** Called after the phone has changed something in the chat. */
	onChange: () => void;
	onBack: () => void;
}

/** One chat of a phone. */
export function PhoneConversation({ phone, chat, chats, updates, onChange, onBack }: Properties) {
	const nameOf = (number: string): string => nameOnPhone(number, chats);
	const { instanceId, groupId } = chat;
	const [quoted, setQuoted] = useState<PhoneMessage | null>(null);
	const messages = usePages<PhoneMessage>({
		key: `${phone.number} ${instanceId} ${groupId ?? ''}`,
		keyOf: ({ messageId }) => messageId,
		async load(cursor, signal) {
			const { data, pagination } = await listPhoneMessages(phone.number, chat, cursor, signal);
			return { items: data, next: pagination.nextCursor };
		},
		subscription: updates,
	});
	const { items } = messages;
	const context = useMemo(
		() => ({
			loaded: new Map(items?.map((message) => [message.messageId, message])),
			continued: albumContinuations(items ?? []),
		}),
		[items],
	);
	const obstacle = whyReadOnly(phone, chat);

	return (
		<Conversation
			label={`Conversation with ${chat.name}`}
			header={<ChatHeader phone={phone} chat={chat} onChange={onChange} onBack={onBack} />}
			messages={messages}
			listLabel={`Messages with ${chat.name}`}
			rowHeight={BUBBLE_HEIGHT}
			empty={<p class="device-empty">Nothing here yet. Write the first message.</p>}
			renderMessage={(message, onShow) => (
				<PhoneBubble
					phone={phone}
					chat={chat}
					message={message}
					shown={shownOnPhone(message, {
						isGroup: groupId !== null,
						nameOf,
						...context,
					})}
					canWrite={obstacle === null}
					onShow={onShow}
					onReply={() => {
						setQuoted(message);
					}}
					onChange={onChange}
				/>
			)}
		>
			<p class="device-typing" role="status">
				{chat.typing.length > 0 && (
					<>
						<bdi>{chat.typing.map(nameOf).join(', ')}</bdi> is typing…
					</>
				)}
			</p>
			<PhoneComposer
				phone={phone}
				chat={chat}
				obstacle={obstacle}
				quoted={quoted === null ? null : asQuoted(quoted, items)}
				onUnquote={() => {
					setQuoted(null);
				}}
				onSent={() => {
					setQuoted(null);
					onChange();
				}}
			/>
		</Conversation>
	);
}

function asQuoted(message: PhoneMessage, items: readonly PhoneMessage[] | undefined): Quoted {
	const last = items?.find(({ fromMe }) => !fromMe);
	return { messageId: message.messageId, content: message.content, isLast: last === message };
}

/** Why the chat does not accept messages now; null: it does. */
function whyReadOnly(phone: ManualPhone, chat: PhoneChat): string | null {
	if (!phone.online) return 'This phone is offline. Switch it online to write.';
	if (chat.blocked) return 'You blocked this contact. Unblock it to write.';
	if (!chat.connected) return 'The instance is not connected. Scan its code to write to it.';
	return null;
}

type HeaderProperties = Omit<Properties, 'updates' | 'chats'>;

/** The other side of the chat, and the actions on it. */
function ChatHeader({ phone, chat, onChange, onBack }: HeaderProperties) {
	const action = useAction(async (act: () => Promise<unknown>) => {
		await act();
		onChange();
	});
	const { groupId } = chat;
	const calls = useCalls({ phone, chat });
	return (
		<>
			<div class="device-bar">
				<Button kind="quiet" icon="back" label="All chats" onClick={onBack} />
				<h3 class="cut" dir="auto">
					{chat.name}
				</h3>
				{chat.unreadCount > 0 && phone.online && (
					<Button busy={action.busy} onClick={() => void action.run(() => readChat(phone, chat))}>
						Mark as read
					</Button>
				)}
				{groupId === null && calls.buttons}
				{groupId === null ? (
					<Button
						kind="quiet"
						busy={action.busy}
						disabled={!chat.connected}
						onClick={() => void action.run(() => setBlocked(phone, chat.instanceId, !chat.blocked))}
					>
						{chat.blocked ? 'Unblock' : 'Block'}
					</Button>
				) : (
					<Button
						kind="quiet"
						busy={action.busy}
						onClick={() =>
							void action.run(async () => {
								await leaveGroup(phone, { ...chat, groupId });
								onBack();
							})
						}
					>
						Leave
					</Button>
				)}
			</div>
			{groupId === null && calls.outcome}
			{action.error !== undefined && <ErrorAlert error={action.error} />}
		</>
	);
}
