import { useState } from 'preact/hooks';
import { joinGroup } from '../../api/groups.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { Button } from '../../components/forms/button.tsx';
import { Form } from '../../components/forms/form.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Dialog } from '../../components/layout/dialog.tsx';

interface Properties {
	instanceId: string;
	onJoined: (groupId: string) => void;
	onClose: () => void;
}

/** Joins a group by its invite. */
export function JoinGroup({ instanceId, onJoined, onClose }: Properties) {
	const [invite, setInvite] = useState('');
	const { run, busy, error } = useAction(async () => {
		const { id } = await joinGroup(instanceId, invite.trim());
		onJoined(id);
	});
	return (
		<Dialog title="Join a group" onClose={onClose}>
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button kind="main" type="submit" busy={busy}>
							Join
						</Button>
						<Button onClick={onClose}>Cancel</Button>
					</>
				}
			>
				<TextField
					label="Invite"
					hint="The link of the invite, or the code at its end."
					maxLength={256}
					value={invite}
					onChange={setInvite}
					first
				/>
			</Form>
		</Dialog>
	);
}
