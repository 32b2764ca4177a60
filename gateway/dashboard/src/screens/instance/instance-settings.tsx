import { useState } from 'preact/hooks';
import { updateInstance } from '../../api/instances.ts';
import type { InstanceStatusRecord } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/forms/button.tsx';
import { Checkbox } from '../../components/forms/checkbox.tsx';
import { Form } from '../../components/forms/form.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { SavedNote } from '../../components/forms/saved-note.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { InstanceIds } from './instance-facts.tsx';

interface Properties {
	instance: InstanceStatusRecord;
	onChanged: () => void;
}

export function InstanceSettings({ instance, onChanged }: Properties) {
	const [name, setName] = useState(instance.name);
	const [settings, setSettings] = useState(instance.settings);
	const [saved, setSaved] = useState(0);
	const { run, busy, error } = useAction(async () => {
		await updateInstance(instance.id, { name, settings });
		setSaved(saved + 1);
		onChanged();
	});
	return (
		<Panel title="Settings">
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button type="submit" busy={busy}>
							Save the settings
						</Button>
						<SavedNote count={saved} />
					</>
				}
			>
				<TextField label="Name" maxLength={100} value={name} onChange={setName} />
				<Checkbox
					label="Mark incoming messages as read"
					description="The sender sees the ticks as soon as the gateway has the message."
					checked={settings.autoRead}
					onChange={(autoRead) => {
						setSettings({ ...settings, autoRead });
					}}
				/>
				<Checkbox
					label="Show “typing…” before sending"
					description="As a person would."
					checked={settings.autoTyping}
					onChange={(autoTyping) => {
						setSettings({ ...settings, autoTyping });
					}}
				/>
				<InstanceIds instance={instance} />
			</Form>
		</Panel>
	);
}
