import { useState } from 'preact/hooks';
import { deleteInstance } from '../../api/instances.ts';
import type { InstanceStatusRecord } from '../../api/types.ts';
import { Button } from '../../components/forms/button.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { navigate } from '../../routing/location.ts';

interface Properties {
	instance: InstanceStatusRecord;
	/** Called with true before the request, and with false if it fails. */
	onDeleting: (deleting: boolean) => void;
}

export function DangerZone({ instance, onDeleting }: Properties) {
	const [asking, setAsking] = useState(false);
	const remove = async () => {
		onDeleting(true);
		try {
			await deleteInstance(instance.id);
		} catch (error) {
			onDeleting(false);
			throw error;
		}
	};
	return (
		<Panel title="Delete">
			<div class="line">
				<p class="grow soft">Takes the instance away, with its chats, messages and files.</p>
				<Button
					kind="danger"
					icon="trash"
					onClick={() => {
						setAsking(true);
					}}
				>
					Delete this instance
				</Button>
			</div>
			{asking && (
				<ConfirmDialog
					title={`Delete ${instance.name}?`}
					confirm="Delete it for good"
					act={remove}
					onDone={() => {
						navigate('#/instances');
					}}
					onClose={() => {
						setAsking(false);
					}}
				>
					Its chats, messages and files go with it. This cannot be undone.
				</ConfirmDialog>
			)}
		</Panel>
	);
}
