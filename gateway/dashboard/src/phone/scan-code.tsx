import { useState } from 'preact/hooks';
import type { InstanceListItem } from '../api/types.ts';
import { useAction } from '../api/hooks/use-action.ts';
import { InstanceBadge } from '../components/badges/badge.tsx';
import { Button } from '../components/forms/button.tsx';
import { Dialog } from '../components/layout/dialog.tsx';
import { Form } from '../components/forms/form.tsx';
import { Loading } from '../components/feedback/loading.tsx';
import { ErrorAlert } from '../components/feedback/error-alert.tsx';
import { useInstances } from '../components/forms/instance-select.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { makeInstance, scanInstance } from './actions.ts';

/** Connects an instance by scanning its QR code with the phone. */
export function ScanCode({ onClose }: { onClose: () => void }) {
	const instances = useInstances();
	const all = instances.data;
	const waiting = all?.filter(({ status }) => status !== 'connected') ?? [];
	return (
		<Dialog title="Scan a QR code" onClose={onClose}>
			{instances.error !== undefined && <ErrorAlert error={instances.error} onRetry={instances.reload} />}
			{all === undefined && instances.error === undefined && <Loading />}
			{all?.length === 0 && <FirstInstance onDone={onClose} />}
			{all !== undefined && all.length > 0 && waiting.length === 0 && (
				<p>Every instance is connected already. Write to one from the list of chats.</p>
			)}
			<ul class="stack">
				{waiting.map((instance) => (
					<li key={instance.id}>
						<Waiting instance={instance} onDone={onClose} />
					</li>
				))}
			</ul>
		</Dialog>
	);
}

function Waiting({ instance, onDone }: { instance: InstanceListItem; onDone: () => void }) {
	const { run, busy, error } = useAction(async () => {
		await scanInstance(instance.id);
		onDone();
	});
	return (
		<>
			<div class="line">
				<bdi class="grow cut">{instance.name}</bdi>
				<InstanceBadge status={instance.status} />
				<Button kind="main" icon="scan" busy={busy} onClick={() => void run()}>
					{`Scan the code of ${instance.name}`}
				</Button>
			</div>
			{error !== undefined && <ErrorAlert error={error} />}
		</>
	);
}

/** Creates and connects the first instance. */
function FirstInstance({ onDone }: { onDone: () => void }) {
	const [name, setName] = useState('Shop');
	const { run, busy, error } = useAction(async () => {
		await makeInstance(name);
		onDone();
	});
	return (
		<Form
			error={error}
			onSubmit={() => void run()}
			actions={
				<Button kind="main" type="submit" icon="scan" busy={busy}>
					Create it and scan its code
				</Button>
			}
		>
			<TextField
				label="Name of the instance"
				hint="There is none yet. An instance is one connection to the network, such as your shop's."
				maxLength={100}
				value={name}
				onChange={setName}
				first
			/>
		</Form>
	);
}
