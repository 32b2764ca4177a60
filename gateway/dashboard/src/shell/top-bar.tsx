import { useLayoutEffect, useRef } from 'preact/hooks';
import { signOut } from '../api/sign-in/account.ts';
import { useAction } from '../api/hooks/use-action.ts';
import { Button } from '../components/forms/button.tsx';
import { ErrorAlert } from '../components/feedback/error-alert.tsx';
import { Navigation } from './navigation.tsx';
import { phoneIsOpen, showPhone } from './phone-slot.tsx';
import { RequestsSlot } from './requests-slot.tsx';
import { SearchSlot } from './search-slot.tsx';
import { hasPhone, isSimulated } from './system.ts';
import { ThemeChoice } from './theme-choice.tsx';
import './brand.css';
import './top-bar.css';

/** The bar above every screen; on a narrow page it opens the navigation. `path` is that of the screen. */
export function TopBar({ path }: { path: string }) {
	const leaving = useAction(signOut);
	return (
		<header class="top-bar">
			<Menu path={path} />
			<a class="brand top-brand" href="#/">
				Messaging Gateway
			</a>
			{isSimulated() && <span class="network-mark">Simulated network</span>}
			<div class="top-actions narrow-icons">
				<SearchSlot />
				<RequestsSlot />
				{hasPhone() && (
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
			{leaving.error !== undefined && <ErrorAlert error={leaving.error} />}
		</header>
	);
}

/** The navigation of a narrow page: a dialog that closes when the screen changes. */
function Menu({ path }: { path: string }) {
	const dialog = useRef<HTMLDialogElement>(null);
	// A layout effect: the new screen cannot take the focus while the dialog is open.
	useLayoutEffect(() => dialog.current?.close(), [path]);
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
