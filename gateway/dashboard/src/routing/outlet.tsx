import { useLayoutEffect, useState } from 'preact/hooks';
import { isOwner, secondFactorMissing } from '../api/sign-in/session.ts';
import { EmptyState } from '../components/feedback/empty-state.tsx';
import { Loading } from '../components/feedback/loading.tsx';
import { PageHeader } from '../components/layout/page-header.tsx';
import { loadCode } from '../loading/load-code.ts';
import { FailedScreen } from './failed-screen.tsx';
import { currentLocation } from './location.ts';
import { subject } from './title.ts';
import { findRoute, type Route, type Screen } from './routes.ts';

const NAME = 'Messaging Gateway';
const loaded = new Map<Route['load'], Screen>();

/** Loads the code of a screen; the outlet shows the screen without waiting then. */
export async function loadScreen({ load }: Route): Promise<void> {
	loaded.set(load, (await loadCode(load)).default);
}

/** The screen of the current URL; its code is loaded when it is first shown. */
export function Outlet() {
	const found = findRoute(currentLocation.value.path);
	const [, redraw] = useState(0);
	const [failed, setFailed] = useState<Route | null>(null);
	const route = found?.route ?? null;

	const area = route === null ? null : route.title;
	useLayoutEffect(() => {
		const place = [subject.value, area].filter((part) => part !== null).join(' · ');
		document.title = place === '' ? NAME : `${place} – ${NAME}`;
	}, [area, subject.value]);
	// A layout effect, so that the code cannot arrive between the rendering without it and the effect.
	useLayoutEffect(() => {
		if (route === null || loaded.has(route.load)) return;
		loadScreen(route).then(
			() => {
				redraw((before) => before + 1);
			},
			() => {
				setFailed(route);
			},
		);
	}, [route]);

	if (found === null) {
		return (
			<EmptyState title="There is no such page">
				Choose one from the navigation, or go back to the <a href="#/">overview</a>.
			</EmptyState>
		);
	}
	if (found.route.ownerOnly === true && !isOwner()) {
		return (
			<>
				<PageHeader title={found.route.title} />
				<EmptyState title="Only an owner may see this page">
					Ask an owner of this gateway, or go back to the <a href="#/">overview</a>.
				</EmptyState>
			</>
		);
	}
	if (secondFactorMissing.value && found.route.path !== '/account') {
		return (
			<>
				<PageHeader title={found.route.title} />
				<EmptyState
					title="Set up a second factor first"
					icon="key"
					action={
						<a class="button button-main" href="#/account">
							Go to your account
						</a>
					}
				>
					This gateway requires a second factor of every user: an authenticator app or a passkey.
				</EmptyState>
			</>
		);
	}
	const Screen = loaded.get(found.route.load);
	if (Screen !== undefined) return <Screen parameters={found.parameters} />;
	if (failed === found.route) return <FailedScreen key={found.route.path} route={found.route} />;
	return <Loading />;
}
