import { useEffect, useState } from 'preact/hooks';
import type { ManualPhone, PhoneChat } from '../api/types.ts';
import { useAction } from '../api/hooks/use-action.ts';
import { useLoad } from '../api/hooks/use-load.ts';
import { Button } from '../components/forms/button.tsx';
import { LoadedView } from '../components/lists/loaded-view.tsx';
import { setOnline } from './actions.ts';
import { listPhoneChats, type ChatKey } from './api.ts';
import { Avatar, initials } from './avatar.tsx';
import { ChatList } from './chat/chat-list.tsx';
import { PhoneConversation } from './chat/conversation.tsx';
import { PhoneSettings } from './phone-settings.tsx';
import { formatNumber } from './phones.ts';
import { usePhoneUpdates } from './use-phone-updates.ts';
import './device.css';

/** Milliseconds without a key press after which a person no longer counts as typing. */
const TYPING_TIMEOUT = 5000;

/** One phone: its owner, and its screen. */
export function Device({ phone }: { phone: ManualPhone }) {
	const [open, setOpen] = useState<ChatKey | null>(null);
	const [settings, setSettings] = useState(false);
	const [updates, setUpdates] = useState(0);
	const onUpdate = () => {
		setUpdates((before) => before + 1);
	};
	const subscription = usePhoneUpdates(phone.number, onUpdate);
	/** Grows with each update and each reconnect, which reload the phone's content. */
	const version = subscription === null ? null : subscription + updates;
	const chats = useLoad(phone.number, (signal) => listPhoneChats(phone.number, signal), {
		subscription: version,
	});

	const someoneTypes = chats.data?.some(({ typing }) => typing.length > 0) === true;
	useEffect(() => {
		if (!someoneTypes) return;
		const timer = window.setTimeout(chats.reload, TYPING_TIMEOUT);
		return () => {
			window.clearTimeout(timer);
		};
	}, [someoneTypes, chats.data]);

	const chat = open === null ? undefined : chats.data?.find((one) => isChat(one, open));
	return (
		<section class="device" aria-label={`Phone of ${phone.name}`} data-online={phone.online}>
			<header class="device-head">
				<Avatar>{initials(phone.name)}</Avatar>
				<div class="device-owner">
					<p class="device-name cut" dir="auto">
						{phone.name}
					</p>
					<p class="device-number">{formatNumber(phone.number)}</p>
				</div>
				<OnlineSwitch phone={phone} />
				<Button
					kind="quiet"
					icon="more"
					label="Settings of this phone"
					onClick={() => {
						setSettings(true);
					}}
				/>
			</header>
			<div class="device-screen">
				<LoadedView of={chats}>
					{(all) =>
						chat === undefined ? (
							<ChatList phone={phone} chats={all} onOpen={setOpen} onChange={chats.reload} />
						) : (
							<PhoneConversation
								phone={phone}
								chat={chat}
								chats={all}
								updates={version ?? 0}
								onChange={onUpdate}
								onBack={() => {
									setOpen(null);
								}}
							/>
						)
					}
				</LoadedView>
			</div>
			{settings && (
				<PhoneSettings
					phone={phone}
					onClose={() => {
						setSettings(false);
					}}
				/>
			)}
		</section>
	);
}

function isChat(chat: PhoneChat, key: ChatKey): boolean {
	return chat.instanceId === key.instanceId && chat.groupId === key.groupId;
}

/** Whether the phone is online; messages to an offline phone wait. */
function OnlineSwitch({ phone }: { phone: ManualPhone }) {
	const { run, busy } = useAction(() => setOnline(phone, !phone.online));
	return (
		<button
			type="button"
			class="switch"
			role="switch"
			aria-checked={phone.online}
			disabled={busy}
			onClick={() => void run()}
		>
			Online
		</button>
	);
}
