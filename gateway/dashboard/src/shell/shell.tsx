import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { currentLocation } from '../routing/location.ts';
import { Outlet } from '../routing/outlet.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { Navigation } from './navigation.tsx';
import { phoneIsOpen, PhoneSlot } from './phone-slot.tsx';
import { loadSystem } from './system.ts';
import { TopBar } from './top-bar.tsx';
import './shell.css';

/** What surrounds every screen: navigation, notices, and the phone at the side. */
export function Shell() {
	const main = useRef<HTMLElement>(null);
	useEffect(() => {
		void loadSystem();
	}, []);
	useFocusOnArrival(main);

	return (
		<div class="shell" data-phone={phoneIsOpen.value ? 'open' : 'closed'}>
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
		</div>
	);
}

/**
 * Moves the focus to a new screen, as a browser does with a new page, but not while somebody stays in the chats.
 * Before the screen is painted: a key pressed the moment it is seen must not reach the link that led to it.
 */
function useFocusOnArrival(main: { current: HTMLElement | null }): void {
	const area = areaOf(currentLocation.value.path);
	const before = useRef(area);
	useLayoutEffect(() => {
		if (area === before.current) return;
		before.current = area;
		main.current?.focus();
		window.scrollTo(0, 0);
	}, [area]);
}

function areaOf(path: string): string {
	return path.startsWith('/chats') ? '/chats' : path;
}
