import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { place } from '../routing/location.ts';
import { Outlet } from '../routing/outlet.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { Navigation } from './navigation.tsx';
import { phoneIsOpen, PhoneSlot } from './phone-slot.tsx';
import { loadSystem } from './system.ts';
import { TopBar } from './top-bar.tsx';

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
			<TopBar />
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

/** Moves the focus to a new screen, as a browser does with a new page, but not while somebody stays in the chats. */
function useFocusOnArrival(main: { current: HTMLElement | null }): void {
	const area = useRef(areaOf(place.value.path));
	useSignalEffect(() => {
		const next = areaOf(place.value.path);
		if (next === area.current) return;
		area.current = next;
		main.current?.focus();
		window.scrollTo(0, 0);
	});
}

function areaOf(path: string): string {
	return path.startsWith('/chats') ? '/chats' : path;
}
