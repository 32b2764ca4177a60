import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { signOut } from '../api/account.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../components/button.tsx';
import { Problem } from '../components/problem.tsx';
import { place } from '../routing/location.ts';
import { Navigation } from './navigation.tsx';
import { phoneIsOpen, showPhone } from './phone-slot.tsx';
import { isSimulated } from './system.ts';
import { ThemeChoice } from './theme-choice.tsx';

/** The line above every screen; on a narrow page it opens the navigation. */
export function TopBar() {
	const leaving = useAction(signOut);
	return (
		<header class="top-bar">
			<Menu />
			<a class="brand top-brand" href="#/">
				Messaging Gateway
			</a>
			{isSimulated() && <span class="network-mark">Simulated network</span>}
			<div class="top-actions">
				{isSimulated() && (
					<Button
						kind="quiet"
						icon="phone"
						pressed={phoneIsOpen.value}
						onClick={() => {
							showPhone(!phoneIsOpen.value);
						}}
					>
						Phone
					</Button>
				)}
				<ThemeChoice />
				<Button kind="quiet" icon="leave" busy={leaving.busy} onClick={() => void leaving.run()}>
					Sign out
				</Button>
			</div>
			{leaving.error !== undefined && <Problem error={leaving.error} />}
		</header>
	);
}

/** The navigation of a narrow page: a dialog that any choice closes. */
function Menu() {
	const dialog = useRef<HTMLDialogElement>(null);
	useSignalEffect(() => {
		if (place.value.path !== '') dialog.current?.close();
	});
	return (
		<div class="menu">
			<Button
				kind="quiet"
				icon="menu"
				label="Open the navigation"
				onClick={() => dialog.current?.showModal()}
			/>
			<dialog ref={dialog} class="drawer" aria-label="Navigation">
				<Button
					kind="quiet"
					icon="close"
					label="Close the navigation"
					onClick={() => dialog.current?.close()}
				/>
				<Navigation />
			</dialog>
		</div>
	);
}
