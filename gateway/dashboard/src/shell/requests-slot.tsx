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

/** Shows the requests that do what the screen shows. */
export function showRequests(): void {
	isOpen.value = true;
}

function close(): void {
	isOpen.value = false;
}

/** The button of the requests that do what the screen shows. Their code is loaded when they are first shown. */
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
	// What is behind the dialog may change, as by the Back button: the requests were of the screen before.
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
