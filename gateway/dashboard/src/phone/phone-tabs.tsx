import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.ts';
import { Button } from '../components/forms/button.tsx';
import { listPhoneChats, type HeldPhone } from './api.ts';
import { NewPhone } from './new-phone.tsx';
import { choosePhone, phones } from './phones.ts';
import { usePhoneUpdates } from './use-phone-updates.ts';

/** The phones in hand, side by side; what the others have not read yet is on them. */
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

function PhoneTab({ phone, isChosen }: { phone: HeldPhone; isChosen: boolean }) {
	const chats = useLoad(phone.number, (signal) => listPhoneChats(phone.number, signal));
	usePhoneUpdates(phone.number, chats.reload);
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
			<span class="phone-face" aria-hidden="true">
				{initials(phone.name)}
			</span>
			<span class="cut">{phone.name}</span>
			{!phone.online && <span class="visually-hidden"> (offline)</span>}
			{unread > 0 && (
				<span class="unread">
					{unread}
					<span class="visually-hidden"> unread</span>
				</span>
			)}
		</button>
	);
}

export function initials(name: string): string {
	const words = name.split(/\s+/).filter((word) => word !== '');
	return words
		.slice(0, 2)
		.map((word) => Array.from(word)[0]?.toUpperCase() ?? '')
		.join('');
}
