import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { ComponentType } from 'preact';
import { secondFactorMissing } from '../api/sign-in/session.ts';
import { useAction } from '../api/hooks/use-action.ts';
import { Icon } from '../components/display/icon.tsx';
import { ErrorAlert } from '../components/feedback/error-alert.tsx';
import { loadCode } from '../loading/load-code.ts';
import { currentLocation, type PageLocation } from '../routing/location.ts';

type RequestsDialog = ComponentType<{ place: PageLocation; onClose: () => void }>;

const loadRequests = () => import('../screens/requests/requests.tsx');
const isOpen = signal(false);

/** Shows the API requests of the screen. */
export function showRequests(): void {
	isOpen.value = true;
}

function close(): void {
	isOpen.value = false;
}

/** The button that shows the API requests of the screen. Their code is loaded when they are first shown. */
export function RequestsSlot() {
	const [Dialog, setDialog] = useState<{ of: RequestsDialog } | null>(null);
	const { run, busy, error } = useAction(async () => {
		try {
			const { Requests } = await loadCode(loadRequests);
			setDialog({ of: Requests });
		} catch (reason) {
			close();
			throw reason;
		}
	});
	const open = isOpen.value;
	const place = currentLocation.value;
	useEffect(() => {
		if (open && Dialog === null) void run();
	}, [open]);
	// The screen behind the dialog may change, such as by the Back button; the requests belong to the earlier screen.
	useEffect(() => close, [place]);
	if (secondFactorMissing.value) return null;
	return (
		<>
			<button
				class="button button-quiet"
				type="button"
				aria-haspopup="dialog"
				aria-busy={busy}
				title="Requests that do what this screen shows"
				onClick={showRequests}
			>
				<Icon name="code" />
				<span>Requests</span>
			</button>
			{error !== undefined && <ErrorAlert error={error} />}
			{open && Dialog !== null && <Dialog.of place={place} onClose={close} />}
		</>
	);
}
