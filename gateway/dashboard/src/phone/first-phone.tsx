import { useAction } from '../api/hooks/use-action.ts';
import { Button } from '../components/forms/button.tsx';
import { EmptyState } from '../components/feedback/empty-state.tsx';
import { ErrorAlert } from '../components/feedback/error-alert.tsx';
import { putPhone } from './api.ts';
import { choosePhone, freeNumber, phoneChanged } from './phones.ts';

/** Shown before there is a phone: explains it and creates the first. */
export function FirstPhone() {
	const { run, busy, error } = useAction(async () => {
		const phone = await putPhone(freeNumber(), {});
		choosePhone(phone.number);
		phoneChanged(phone);
	});
	return (
		<EmptyState
			title="A phone to try things with"
			icon="phone"
			action={
				<>
					<Button kind="main" busy={busy} onClick={() => void run()}>
						Use a phone
					</Button>
					{error !== undefined && <ErrorAlert error={error} />}
				</>
			}
		>
			It writes to your instances as a customer would, and you see each event and webhook delivery that
			follows. No SIM card, and nothing leaves this machine.
		</EmptyState>
	);
}
