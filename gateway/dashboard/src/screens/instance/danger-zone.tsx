import { useState } from 'preact/hooks';
import type { InstanceStatusRecord } from '../../api/types.ts';
import { Button } from '../../components/forms/button.tsx';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { navigate } from '../../routing/location.ts';

interface Properties {
	instance: InstanceStatusRecord;
	act: () => Promise<void>;
}

export function DangerZone({ instance, act }: Properties) {
	const [asking, setAsking] = useState(false);
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
					act={act}
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
