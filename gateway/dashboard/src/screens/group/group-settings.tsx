import { useState } from 'preact/hooks';
import { changeGroup } from '../../api/groups.ts';
import { uploadFile } from '../../api/messages.ts';
import type { ChangeGroup, GroupDetail } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { acceptedEndings, refusalOf } from '../../components/compose/file-rules.ts';
import { Button } from '../../components/forms/button.tsx';
import { Checkbox } from '../../components/forms/checkbox.tsx';
import { Field } from '../../components/forms/field.tsx';
import { Form } from '../../components/forms/form.tsx';
import { SavedNote } from '../../components/forms/saved-note.tsx';
import { TextArea } from '../../components/forms/text-area.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Panel } from '../../components/layout/panel.tsx';

interface Properties {
	instanceId: string;
	group: GroupDetail;
	onChange: () => void;
}

/** Changes the name, the description and the permissions of a group. */
export function GroupSettings({ instanceId, group, onChange }: Properties) {
	const [name, setName] = useState(group.name);
	const [description, setDescription] = useState(group.description ?? '');
	const [announce, setAnnounce] = useState(group.settings.announce);
	const [restrict, setRestrict] = useState(group.settings.restrict);
	const [saved, setSaved] = useState(0);
	// Sends only the changed fields, because a participant without admin rights may not change all of them.
	const changes: Omit<ChangeGroup, 'instanceId'> = {
		...(name === group.name ? {} : { name }),
		...(description === (group.description ?? '')
			? {}
			: { description: description === '' ? null : description }),
		...(announce === group.settings.announce ? {} : { announce }),
		...(restrict === group.settings.restrict ? {} : { restrict }),
	};
	const { run, busy, error } = useAction(async () => {
		await changeGroup(group.id, { instanceId, ...changes });
		setSaved((before) => before + 1);
		onChange();
	});
	return (
		<Panel title="Settings">
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button kind="main" type="submit" busy={busy} disabled={Object.keys(changes).length === 0}>
							Save
						</Button>
						<SavedNote count={saved} />
					</>
				}
			>
				<TextField label="Name" maxLength={100} value={name} onChange={setName} />
				<TextArea
					label="Description"
					optional
					maxLength={2048}
					value={description}
					onChange={setDescription}
				/>
				<Checkbox label="Only admins may write" checked={announce} onChange={setAnnounce} />
				<Checkbox
					label="Only admins may change the name, the description and the picture"
					checked={restrict}
					onChange={setRestrict}
				/>
			</Form>
			<GroupPicture instanceId={instanceId} group={group} onChange={onChange} />
		</Panel>
	);
}

/** Changes or removes the picture of a group. */
function GroupPicture({ instanceId, group: { id, pictureUrl }, onChange }: Properties) {
	const [refusal, setRefusal] = useState<string | null>(null);
	const { run, busy, error } = useAction(async (file: File | null) => {
		const picture = file === null ? null : (await uploadFile(file)).mediaUrl;
		await changeGroup(id, { instanceId, picture });
		onChange();
	});
	return (
		<div class="stack-small">
			<Field label="Picture" hint={refusal ?? 'JPEG, PNG or WebP, at most 5 MB.'} optional>
				{(control) => (
					<input
						{...control}
						class="input"
						type="file"
						disabled={busy}
						accept={acceptedEndings(['image'])}
						onChange={({ currentTarget }) => {
							const [file] = currentTarget.files ?? [];
							if (file === undefined) return;
							const refused = refusalOf(file, ['image']);
							setRefusal(refused);
							if (refused === null) void run(file);
						}}
					/>
				)}
			</Field>
			{pictureUrl !== null && (
				<div class="line">
					<span class="soft">The group has a picture.</span>
					<Button busy={busy} onClick={() => void run(null)}>
						Remove the picture
					</Button>
				</div>
			)}
			{error !== undefined && <ErrorAlert error={error} />}
		</div>
	);
}
