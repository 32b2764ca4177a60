import { useEffect, useState } from 'preact/hooks';
import { useAction } from '../api/use-action.ts';
import { usePages } from '../api/use-pages.ts';
import { Button } from '../components/forms/button.tsx';
import { Loading } from '../components/feedback/loading.tsx';
import { ErrorAlert } from '../components/feedback/error-alert.tsx';
import { WindowedList } from '../components/lists/windowed-list.tsx';
import { leaveGroup, readChat, setBlocked, type Quoted } from './actions.ts';
import { listPhoneMessages, type HeldPhone, type PhoneChat, type PhoneMessage } from './api.ts';
import { Bubble } from './bubble.tsx';
import { Composer } from './composer.tsx';
import { nameOnPhone } from './names.ts';
import { useStayAtEnd } from '../components/conversation/use-stay-at-end.ts';

const BUBBLE_HEIGHT = 60;

interface Properties {
	phone: HeldPhone;
	chat: PhoneChat;
	/** All chats of the phone, which know what its contacts are called. */
	chats: readonly PhoneChat[];
	/** Grows when something happened on the phone. */
	news: number;
	/** Something was done here. */
	onChange: () => void;
	onBack: () => void;
}

/** One chat of a phone: its messages, and the field to write the next one. */
export function Conversation({ phone, chat, chats, news, onChange, onBack }: Properties) {
	const nameOf = (number: string): string => nameOnPhone(number, chats);
	const { instanceId, groupId } = chat;
	const [quoted, setQuoted] = useState<PhoneMessage | null>(null);
	const messages = usePages<PhoneMessage>({
		key: `${phone.number} ${instanceId} ${groupId ?? ''}`,
		keyOf: ({ messageId }) => messageId,
		async load(cursor, signal) {
			const page = await listPhoneMessages(phone.number, chat, cursor, signal);
			return { items: page.data, next: page.pagination.nextCursor };
		},
	});
	useEffect(() => {
		if (news > 0) messages.refresh();
	}, [news]);
	const { items } = messages;
	const frame = useStayAtEnd(items !== undefined && items.length > 0);
	const byId = new Map(items?.map((message) => [message.messageId, message]));

	return (
		<section class="device-conversation" aria-label={`Conversation with ${chat.name}`}>
			<ChatHead phone={phone} chat={chat} onChange={onChange} onBack={onBack} />
			<div class="device-messages" ref={frame}>
				{messages.error !== undefined && <ErrorAlert error={messages.error} onRetry={messages.refresh} />}
				{items === undefined && messages.error === undefined && <Loading />}
				{items?.length === 0 && <p class="device-empty">Nothing here yet. Write the first message.</p>}
				{items !== undefined && items.length > 0 && (
					<WindowedList
						label={`Messages with ${chat.name}`}
						items={items.toReversed()}
						keyOf={({ messageId }) => messageId}
						rowHeight={BUBBLE_HEIGHT}
						fromEnd
						onStart={messages.more}
					>
						{(message) => (
							<Bubble
								message={message}
								quoted={byId.get(message.quotedMessageId ?? '') ?? null}
								writer={groupId === null || message.fromMe ? null : nameOf(message.from)}
								onReply={() => {
									setQuoted(message);
								}}
							/>
						)}
					</WindowedList>
				)}
			</div>
			<p class="device-typing" role="status">
				{chat.typing.length > 0 && `${chat.typing.map(nameOf).join(', ')} is typing…`}
			</p>
			<Composer
				phone={phone}
				chat={chat}
				quoted={quoted === null ? null : asQuoted(quoted, items)}
				onUnquote={() => {
					setQuoted(null);
				}}
				onSent={() => {
					setQuoted(null);
					messages.refresh();
					onChange();
				}}
			/>
		</section>
	);
}

function asQuoted(message: PhoneMessage, items: readonly PhoneMessage[] | undefined): Quoted {
	const last = items?.find(({ fromMe }) => !fromMe);
	return { messageId: message.messageId, content: message.content, isLast: last === message };
}

type HeadProperties = Omit<Properties, 'news' | 'chats'>;

/** With whom the chat is, and what can be done with it. */
function ChatHead({ phone, chat, onChange, onBack }: HeadProperties) {
	const act = useAction(async (what: () => Promise<unknown>) => {
		await what();
		onChange();
	});
	const { groupId } = chat;
	return (
		<>
			<div class="device-bar">
				<Button kind="quiet" icon="back" label="All chats" onClick={onBack} />
				<h3 class="cut">{chat.name}</h3>
				{chat.unreadCount > 0 && phone.online && (
					<Button busy={act.busy} onClick={() => void act.run(() => readChat(phone, chat))}>
						Mark as read
					</Button>
				)}
				{groupId === null ? (
					<Button
						kind="quiet"
						busy={act.busy}
						disabled={!chat.connected}
						onClick={() => void act.run(() => setBlocked(phone, chat.instanceId, !chat.blocked))}
					>
						{chat.blocked ? 'Unblock' : 'Block'}
					</Button>
				) : (
					<Button
						kind="quiet"
						busy={act.busy}
						onClick={() =>
							void act.run(async () => {
								await leaveGroup(phone, { ...chat, groupId });
								onBack();
							})
						}
					>
						Leave
					</Button>
				)}
			</div>
			{act.error !== undefined && <ErrorAlert error={act.error} />}
		</>
	);
}
