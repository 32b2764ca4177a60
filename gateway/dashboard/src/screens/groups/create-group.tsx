import { useState } from 'preact/hooks';
import { createGroup } from '../../api/groups.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { Button } from '../../components/forms/button.tsx';
import { Form } from '../../components/forms/form.tsx';
import { TextArea } from '../../components/forms/text-area.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Dialog } from '../../components/layout/dialog.tsx';
import { peopleIn } from '../../components/person/people-list.ts';

interface Properties {
	instanceId: string;
	onCreated: (groupId: string) => void;
	onClose: () => void;
}

/** Creates a group. */
export function CreateGroup({ instanceId, onCreated, onClose }: Properties) {
	const [name, setName] = useState('');
	const [description, setDescription] = useState('');
	const [people, setPeople] = useState('');
	const { run, busy, error } = useAction(async () => {
		const { id } = await createGroup({
			instanceId,
			name,
			participants: peopleIn(people),
			...(description.trim() === '' ? {} : { description }),
		});
		onCreated(id);
	});
	return (
		<Dialog title="Create a group" onClose={onClose}>
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button kind="main" type="submit" busy={busy}>
							Create
						</Button>
						<Button onClick={onClose}>Cancel</Button>
					</>
				}
			>
				<TextField label="Name" maxLength={100} value={name} onChange={setName} first />
				<TextArea
					label="Participants"
					hint="Numbers in international format, one per line. The account of the instance is in the group by itself."
					maxLength={20_000}
					value={people}
					onChange={setPeople}
				/>
				<TextArea
					label="Description"
					optional
					maxLength={2048}
					value={description}
					onChange={setDescription}
				/>
			</Form>
		</Dialog>
	);
}
