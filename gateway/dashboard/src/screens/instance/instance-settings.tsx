import { useState } from 'preact/hooks';
import { updateInstance } from '../../api/instances.ts';
import type { InstanceStatusRecord } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { Button } from '../../components/forms/button.tsx';
import { Checkbox } from '../../components/forms/checkbox.tsx';
import { Form } from '../../components/forms/form.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { SelectField } from '../../components/forms/select-field.tsx';
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
					description="As if a person were typing."
					checked={settings.autoTyping}
					onChange={(autoTyping) => {
						setSettings({ ...settings, autoTyping });
					}}
				/>
				<Checkbox
					label="Reject calls"
					description="Each call is reported as an event, rejected or not."
					checked={settings.rejectCalls}
					onChange={(rejectCalls) => {
						setSettings({ ...settings, rejectCalls });
					}}
				/>
				<SelectField
					label="When a person writes in a chat, on the phone or here"
					hint="While a person has a chat, the gateway refuses messages of workflows to it."
					value={settings.takeover?.releaseAfter ?? ''}
					onChange={(releaseAfter) => {
						setSettings({ ...settings, takeover: releaseAfter === '' ? null : { releaseAfter } });
					}}
					options={releaseOptions(instance.settings.takeover?.releaseAfter)}
				/>
				<TextField
					label="Proxy"
					hint="The address this instance connects through: http://, https:// or socks5://, with user and password."
					type="url"
					placeholder="socks5://user:password@proxy.example.com:1080"
					maxLength={2048}
					optional
					value={settings.proxyUrl ?? ''}
					onChange={(proxyUrl) => {
						setSettings({ ...settings, proxyUrl: proxyUrl === '' ? null : proxyUrl });
					}}
				/>
				<InstanceIds instance={instance} />
			</Form>
		</Panel>
	);
}

const RELEASE_OPTIONS: readonly (readonly [string, string])[] = [
	['', 'The bot continues to answer'],
	['10m', 'The person has the chat until 10 minutes of silence'],
	['30m', 'The person has the chat until 30 minutes of silence'],
	['1h', 'The person has the chat until an hour of silence'],
	['8h', 'The person has the chat until 8 hours of silence'],
	['1d', 'The person has the chat until a day of silence'],
];

/** The choices, with the time that was set by the API where it is none of them. */
function releaseOptions(current: string | undefined): readonly (readonly [string, string])[] {
	if (current === undefined || RELEASE_OPTIONS.some(([value]) => value === current)) return RELEASE_OPTIONS;
	return [...RELEASE_OPTIONS, [current, `The person has the chat until ${current} of silence`]];
}
