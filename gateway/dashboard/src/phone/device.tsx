import { useEffect, useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../components/forms/button.tsx';
import { Loading } from '../components/feedback/loading.tsx';
import { ErrorAlert } from '../components/feedback/error-alert.tsx';
import { setOnline } from './actions.ts';
import { listPhoneChats, type ChatKey, type HeldPhone, type PhoneChat } from './api.ts';
import { ChatList } from './chat-list.tsx';
import { Conversation } from './conversation.tsx';
import { PhoneSettings } from './phone-settings.tsx';
import { shownNumber } from './phones.ts';
import { initials } from './phone-tabs.tsx';
import { usePhoneUpdates } from './use-phone-updates.ts';

/** Milliseconds after which nobody types any more who has not typed again. */
const TYPING_LASTS = 5000;

/** One phone: whose it is, and what is on its screen. */
export function Device({ phone }: { phone: HeldPhone }) {
	const [open, setOpen] = useState<ChatKey | null>(null);
	const [settings, setSettings] = useState(false);
	const [news, setNews] = useState(0);
	const chats = useLoad(phone.number, (signal) => listPhoneChats(phone.number, signal));
	const happened = () => {
		chats.reload();
		setNews((before) => before + 1);
	};
	usePhoneUpdates(phone.number, happened);

	const someoneTypes = chats.data?.some(({ typing }) => typing.length > 0) === true;
	useEffect(() => {
		if (!someoneTypes) return;
		const timer = window.setTimeout(chats.reload, TYPING_LASTS);
		return () => {
			window.clearTimeout(timer);
		};
	}, [someoneTypes, chats.data]);

	const chat = open === null ? undefined : chats.data?.find((one) => isChat(one, open));
	return (
		<section class="device" aria-label={`Phone of ${phone.name}`} data-online={phone.online}>
			<header class="device-head">
				<span class="phone-face" aria-hidden="true">
					{initials(phone.name)}
				</span>
				<div class="device-owner">
					<p class="device-name cut">{phone.name}</p>
					<p class="device-number">{shownNumber(phone.number)}</p>
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
				{chats.error !== undefined && <ErrorAlert error={chats.error} onRetry={chats.reload} />}
				{chats.data === undefined && chats.error === undefined && <Loading />}
				{chats.data !== undefined && chat === undefined && (
					<ChatList phone={phone} chats={chats.data} onOpen={setOpen} onChange={chats.reload} />
				)}
				{chat !== undefined && (
					<Conversation
						phone={phone}
						chat={chat}
						chats={chats.data ?? []}
						news={news}
						onChange={happened}
						onBack={() => {
							setOpen(null);
						}}
					/>
				)}
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

/** Whether the phone has a connection; without one, what is sent to it waits. */
function OnlineSwitch({ phone }: { phone: HeldPhone }) {
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
