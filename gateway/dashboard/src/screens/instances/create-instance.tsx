import { useState } from 'preact/hooks';
import { createInstance } from '../../api/instances.ts';
import type { Instance } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { Button } from '../../components/forms/button.tsx';
import { Dialog } from '../../components/layout/dialog.tsx';
import { Form } from '../../components/forms/form.tsx';
import { TextField } from '../../components/forms/text-field.tsx';

interface Properties {
	onClose: () => void;
	onCreated: (instance: Instance) => void;
}

export function CreateInstance({ onClose, onCreated }: Properties) {
	const [name, setName] = useState('');
	const { run, busy, error } = useAction(async () => {
		onCreated(await createInstance({ name }));
	});
	return (
		<Dialog title="Create an instance" onClose={onClose}>
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
				<TextField
					label="Name"
					hint="What you call it, such as Support or Shop. You connect it in the next step."
					maxLength={100}
					value={name}
					onChange={setName}
					first
				/>
			</Form>
		</Dialog>
	);
}
