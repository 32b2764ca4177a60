import { useLayoutEffect, useRef } from 'preact/hooks';
import { secondFactorMissing } from '../api/sign-in/session.ts';
import { currentLocation } from '../routing/location.ts';
import { Outlet } from '../routing/outlet.tsx';
import { useScrollRestoration } from '../routing/scroll-positions.ts';
import { ConfirmSlot } from './confirm-slot.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { Navigation } from './navigation.tsx';
import { phoneIsOpen, PhoneSlot } from './phone-slot.tsx';
import { SystemLoader } from './system-loader.tsx';
import { TopBar } from './top-bar.tsx';
import './shell.css';

/** The frame of every screen: navigation, top bar, notices and the phone. */
export function Shell() {
	const main = useRef<HTMLElement>(null);
	// Without a required second factor nothing of the gateway can be read.
	const locked = secondFactorMissing.value;
	useFocusOnNavigation(main);
	useScrollRestoration(areaOf(currentLocation.value.path));

	return (
		<div class="shell" data-phone={phoneIsOpen.value ? 'open' : 'closed'}>
			{!locked && <SystemLoader />}
			<button class="skip-link" type="button" onClick={() => main.current?.focus()}>
				Skip to the content
			</button>
			<TopBar path={currentLocation.value.path} />
			<aside class="sidebar">
				<Navigation />
			</aside>
			<div class="middle">
				<ConnectionNotice />
				<main class="content" ref={main} tabIndex={-1}>
					<Outlet />
				</main>
			</div>
			<PhoneSlot />
			<ConfirmSlot />
		</div>
	);
}

/**
 * Moves the focus to a new screen, as a browser does with a new page, except from chat to chat.
 * A layout effect: a key pressed once the screen is visible must not reach the link that led to it.
 */
function useFocusOnNavigation(main: { current: HTMLElement | null }): void {
	const area = areaOf(currentLocation.value.path);
	const before = useRef(area);
	useLayoutEffect(() => {
		if (area === before.current) return;
		before.current = area;
		main.current?.focus({ preventScroll: true });
	}, [area]);
}

function areaOf(path: string): string {
	return path.startsWith('/chats') ? '/chats' : path;
}
