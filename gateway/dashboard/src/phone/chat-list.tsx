import { useState } from 'preact/hooks';
import { Button } from '../components/forms/button.tsx';
import { Icon } from '../components/display/icon.tsx';
import { Timestamp } from '../components/display/timestamp.tsx';
import type { ChatKey, HeldPhone, PhoneChat } from './api.ts';
import { Groups } from './groups.tsx';
import { initials } from './phone-tabs.tsx';
import { ScanCode } from './scan-code.tsx';
import { Ticks } from './ticks.tsx';

interface Properties {
	phone: HeldPhone;
	chats: readonly PhoneChat[];
	onOpen: (chat: ChatKey) => void;
	onChange: () => void;
}

/** The chats of a phone, the latest first, with what can be done beside writing. */
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
							<ChatRow chat={chat} onOpen={onOpen} />
						</li>
					))}
				</ul>
			)}
			{dialog === 'scan' && <ScanCode onClose={close} />}
			{dialog === 'groups' && <Groups phone={phone} chats={chats} onClose={close} />}
		</>
	);
}

function ChatRow({ chat, onOpen }: { chat: PhoneChat; onOpen: (chat: ChatKey) => void }) {
	const { instanceId, groupId, name, lastMessage: last, unreadCount, typing } = chat;
	return (
		<button
			type="button"
			class="device-chat"
			onClick={() => {
				onOpen({ instanceId, groupId });
			}}
		>
			<span class="phone-face" data-kind={groupId === null ? 'instance' : 'group'} aria-hidden="true">
				{groupId === null ? initials(name) : <Icon name="group" />}
			</span>
			<span class="device-chat-main">
				<span class="device-chat-name cut">{name}</span>
				<span class="device-chat-last cut">
					{typing.length > 0 ? (
						<em>typing…</em>
					) : (
						<>
							{last?.fromMe === true && <Ticks status={last.status} />}
							{last?.content ?? (chat.connected ? 'Write the first message' : 'Not connected')}
						</>
					)}
				</span>
			</span>
			<span class="device-chat-side">
				{last !== null && <Timestamp at={last.timestamp} />}
				{unreadCount > 0 && (
					<span class="unread">
						{unreadCount}
						<span class="visually-hidden"> unread</span>
					</span>
				)}
				{chat.blocked && <span class="badge">Blocked</span>}
			</span>
		</button>
	);
}
