import { useEffect, useState } from 'preact/hooks';
import type { ComponentType } from 'preact';
import { signOut } from '../api/sign-in/account.ts';
import { secondFactorMissing } from '../api/sign-in/session.ts';
import { useAction } from '../api/hooks/use-action.ts';
import { ErrorAlert } from '../components/feedback/error-alert.tsx';
import { Icon } from '../components/display/icon.tsx';
import { loadCode } from '../loading/load-code.ts';
import type { FrameAction } from '../screens/search/screen-choices.ts';
import { phoneIsOpen, showPhone } from './phone-slot.tsx';
import { showRequests } from './requests-slot.tsx';
import { hasPhone } from './system.ts';
import { chooseTheme } from './theme.ts';
import './search-slot.css';

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

const loadSearch = () => import('../screens/search/search.tsx');

type SearchDialog = ComponentType<{ actions: readonly FrameAction[]; onClose: () => void }>;

/** The button of the search, which Ctrl+K opens too. Its code is loaded when it is first opened. */
export function SearchSlot() {
	const [open, setOpen] = useState(false);
	const [Dialog, setDialog] = useState<{ of: SearchDialog } | null>(null);
	const loading = useAction(async () => {
		const { Search } = await loadCode(loadSearch);
		setDialog({ of: Search });
	});
	const leaving = useAction(signOut);
	const show = (): void => {
		setOpen(true);
		if (Dialog === null) void loading.run();
	};

	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent): void => {
			const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
			if (!isShortcut || event.key.toLowerCase() !== 'k') return;
			event.preventDefault();
			// Another dialog is to be finished first.
			if (document.querySelector('dialog[open]') === null) show();
		};
		window.addEventListener('keydown', onKeyDown);
		return () => {
			window.removeEventListener('keydown', onKeyDown);
		};
	}, [Dialog]);

	// Without a required second factor nothing of the gateway can be read.
	if (secondFactorMissing.value) return null;
	const error = loading.error ?? leaving.error;
	return (
		<>
			<button
				class="button button-quiet search-button"
				type="button"
				aria-haspopup="dialog"
				aria-busy={loading.busy}
				aria-keyshortcuts="Control+K Meta+K"
				title="Search"
				onClick={show}
			>
				<Icon name="search" />
				<span>
					Search <kbd>{IS_APPLE ? '⌘K' : 'Ctrl K'}</kbd>
				</span>
			</button>
			{error !== undefined && <ErrorAlert error={error} />}
			{open && Dialog !== null && (
				<Dialog.of
					actions={frameActions(() => void leaving.run())}
					onClose={() => {
						setOpen(false);
					}}
				/>
			)}
		</>
	);
}

function frameActions(leave: () => void): FrameAction[] {
	const colours = (title: string, icon: FrameAction['icon'], theme: Parameters<typeof chooseTheme>[0]) => ({
		title,
		icon,
		words: 'theme colors mode',
		act: () => {
			chooseTheme(theme);
		},
	});
	const phone: FrameAction = {
		title: phoneIsOpen.value ? 'Close the phone' : 'Open the phone',
		icon: 'phone',
		words: 'simulator simulated',
		act: () => {
			showPhone(!phoneIsOpen.value);
		},
	};
	return [
		{
			title: 'Requests of this screen',
			icon: 'code',
			words: 'api example curl javascript python n8n snippet code',
			act: showRequests,
		},
		...(hasPhone() ? [phone] : []),
		colours('Light colours', 'sun', 'light'),
		colours('Dark colours', 'moon', 'dark'),
		colours('Colours of the system', 'contrast', 'system'),
		{ title: 'Sign out', icon: 'leave', words: 'log out leave', act: leave },
	];
}
