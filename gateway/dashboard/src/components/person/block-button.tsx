import { useState } from 'preact/hooks';
import { setContactBlocked } from '../../api/contacts.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { ErrorAlert } from '../feedback/error-alert.tsx';
import { Button } from '../forms/button.tsx';
import { ConfirmDialog } from '../layout/confirm-dialog.tsx';

interface Properties {
	instanceId: string;
	contactId: string;
	name: string;
	isBlocked: boolean;
	/** Called after the person was blocked or unblocked. */
	onChange: () => void;
}

/** Blocks a person after a confirmation, or unblocks them. */
export function BlockButton({ instanceId, contactId, name, isBlocked, onChange }: Properties) {
	const [asking, setAsking] = useState(false);
	const unblocking = useAction(async () => {
		await setContactBlocked(instanceId, contactId, false);
		onChange();
	});
	const close = () => {
		setAsking(false);
	};
	return (
		<>
			<Button
				busy={unblocking.busy}
				onClick={() => {
					if (isBlocked) void unblocking.run();
					else setAsking(true);
				}}
			>
				{isBlocked ? 'Unblock' : 'Block'}
			</Button>
			{unblocking.error !== undefined && <ErrorAlert error={unblocking.error} />}
			{asking && (
				<ConfirmDialog
					title={`Block ${name}?`}
					confirm="Block"
					act={() => setContactBlocked(instanceId, contactId, true)}
					onDone={() => {
						close();
						onChange();
					}}
					onClose={close}
				>
					Their messages and calls no longer arrive. The messages so far stay.
				</ConfirmDialog>
			)}
		</>
	);
}
