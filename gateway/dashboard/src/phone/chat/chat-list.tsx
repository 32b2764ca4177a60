import { useState } from 'preact/hooks';
import type { ManualPhone, PhoneChat } from '../../api/types.ts';
import { ChatRow } from '../../components/conversation/chat-row.tsx';
import { Badge } from '../../components/badges/badge.tsx';
import { Icon } from '../../components/display/icon.tsx';
import { Button } from '../../components/forms/button.tsx';
import type { ChatKey } from '../api.ts';
import { Avatar, initials } from '../avatar.tsx';
import { Groups } from '../groups.tsx';
import { ScanCode } from '../scan-code.tsx';
import { Ticks } from './ticks.tsx';

interface Properties {
	phone: ManualPhone;
	chats: readonly PhoneChat[];
	onOpen: (chat: ChatKey) => void;
	onChange: () => void;
}

/** The chats of a phone, the latest first, with the actions that need no chat. */
export function ChatList({ phone, chats, onOpen, onChange }: Properties) {
	const [dialog, setDialog] = useState<'scan' | 'groups' | null>(null);
	const close = () => {
		setDialog(null);
		onChange();
	};
	return (
		<>
			<div class="device-bar">
				<h3>Chats</h3>
				<Button
					kind="quiet"
					icon="scan"
					onClick={() => {
						setDialog('scan');
					}}
				>
					Scan a code
				</Button>
				<Button
					kind="quiet"
					icon="group"
					disabled={chats.length === 0}
					onClick={() => {
						setDialog('groups');
					}}
				>
					Groups
				</Button>
			</div>
			{chats.length === 0 ? (
				<div class="device-empty">
					<p>No chats yet. Scan the QR code of an instance, and write to it.</p>
					<Button
						kind="main"
						icon="scan"
						onClick={() => {
							setDialog('scan');
						}}
					>
						Scan a QR code
					</Button>
				</div>
			) : (
				<ul class="device-chats" tabIndex={0} aria-label={`Chats of ${phone.name}`}>
					{chats.map((chat) => (
						<li key={`${chat.instanceId} ${chat.groupId ?? ''}`}>
							<PhoneChatRow chat={chat} onOpen={onOpen} />
						</li>
					))}
				</ul>
			)}
			{dialog === 'scan' && <ScanCode onClose={close} />}
			{dialog === 'groups' && <Groups phone={phone} chats={chats} onClose={close} />}
		</>
	);
}

function PhoneChatRow({ chat, onOpen }: { chat: PhoneChat; onOpen: (chat: ChatKey) => void }) {
	const { instanceId, groupId, name, lastMessage: last, unreadCount, typing } = chat;
	return (
		<ChatRow
			name={name}
			preview={
				typing.length > 0 ? (
					<em>typing…</em>
				) : (
					<>
						{last?.fromMe === true && <Ticks status={last.status} />}
						{last?.content ?? (chat.connected ? 'Write the first message' : 'Not connected')}
					</>
				)
			}
			at={last?.timestamp ?? null}
			unreadCount={unreadCount}
			avatar={
				groupId === null ? (
					<Avatar of="instance">{initials(name)}</Avatar>
				) : (
					<Avatar of="group">
						<Icon name="group" />
					</Avatar>
				)
			}
			badge={chat.blocked && <Badge tone="plain">Blocked</Badge>}
			target={{
				onOpen() {
					onOpen({ instanceId, groupId });
				},
			}}
		/>
	);
}
