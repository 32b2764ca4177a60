import { useState } from 'preact/hooks';
import type { ManualPhone } from '../api/types.ts';
import { useLoad } from '../api/hooks/use-load.ts';
import { Unread } from '../components/conversation/unread.tsx';
import { Button } from '../components/forms/button.tsx';
import { listPhoneChats } from './api.ts';
import { Avatar, initials } from './avatar.tsx';
import { NewPhone } from './new-phone.tsx';
import { choosePhone, phones } from './phones.ts';
import { usePhoneUpdates } from './use-phone-updates.ts';
import './phone-tabs.css';

/** The phones side by side, each with its number of unread messages. */
export function PhoneTabs({ chosen }: { chosen: string }) {
	const [adding, setAdding] = useState(false);
	return (
		<nav class="phone-tabs" aria-label="Phones">
			<ul>
				{(phones.value ?? []).map((phone) => (
					<li key={phone.number}>
						<PhoneTab phone={phone} isChosen={phone.number === chosen} />
					</li>
				))}
			</ul>
			<Button
				kind="quiet"
				icon="plus"
				label="Another phone"
				onClick={() => {
					setAdding(true);
				}}
			/>
			{adding && (
				<NewPhone
					onClose={() => {
						setAdding(false);
					}}
				/>
			)}
		</nav>
	);
}

function PhoneTab({ phone, isChosen }: { phone: ManualPhone; isChosen: boolean }) {
	const subscription = usePhoneUpdates(phone.number, () => {
		chats.reload();
	});
	const chats = useLoad(phone.number, (signal) => listPhoneChats(phone.number, signal), { subscription });
	const unread = (chats.data ?? []).reduce((sum, { unreadCount }) => sum + unreadCount, 0);
	return (
		<button
			type="button"
			class="phone-tab"
			aria-pressed={isChosen}
			data-online={phone.online}
			onClick={() => {
				choosePhone(phone.number);
			}}
		>
			<Avatar>{initials(phone.name)}</Avatar>
			<bdi class="cut">{phone.name}</bdi>
			{!phone.online && <span class="visually-hidden"> (offline)</span>}
			<Unread count={unread} />
		</button>
	);
}
