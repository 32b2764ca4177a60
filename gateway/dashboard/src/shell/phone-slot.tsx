import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { ComponentType } from 'preact';
import { useAction } from '../api/hooks/use-action.ts';
import { Button } from '../components/forms/button.tsx';
import { Loading } from '../components/feedback/loading.tsx';
import { ErrorAlert } from '../components/feedback/error-alert.tsx';
import { loadCode } from '../loading/load-code.ts';
import { hasPhone } from './system.ts';
import './phone-slot.css';

const STORED_AS = 'phone';
const loadPhone = () => import('../phone/phone-panel.tsx');

/** Whether the simulated phone is shown at the side of the page. */
export const phoneIsOpen = signal(localStorage.getItem(STORED_AS) === 'open');

export function showPhone(open: boolean): void {
	phoneIsOpen.value = open;
	localStorage.setItem(STORED_AS, open ? 'open' : 'closed');
}

/** The phone at the side of the page; it exists on the simulated network only. */
export function PhoneSlot() {
	if (!hasPhone() || !phoneIsOpen.value) return null;
	return (
		<aside class="phone-slot" aria-label="Phone">
			<header class="phone-slot-header">
				<h2>Phone</h2>
				<Button
					kind="quiet"
					icon="close"
					label="Close the phone"
					onClick={() => {
						showPhone(false);
					}}
				/>
			</header>
			<Phone />
		</aside>
	);
}

/** Loads the code of the phone when it is first opened. */
function Phone() {
	const [Panel, setPanel] = useState<{ of: ComponentType } | null>(null);
	const { run, error } = useAction(async () => {
		const { PhonePanel } = await loadCode(loadPhone);
		setPanel({ of: PhonePanel });
	});
	useEffect(() => {
		void run();
	}, []);
	if (Panel !== null) return <Panel.of />;
	return error === undefined ? <Loading /> : <ErrorAlert error={error} onRetry={() => void run()} />;
}
