import { useState } from 'preact/hooks';
import { requestData } from '../api/request.ts';
import type { GroupListItem, ManualPhone, PhoneChat } from '../api/types.ts';
import { useAction } from '../api/hooks/use-action.ts';
import { useLoad } from '../api/hooks/use-load.ts';
import { Button } from '../components/forms/button.tsx';
import { CheckboxGroup } from '../components/forms/checkbox.tsx';
import { Dialog } from '../components/layout/dialog.tsx';
import { Form } from '../components/forms/form.tsx';
import { Loading } from '../components/feedback/loading.tsx';
import { ErrorAlert } from '../components/feedback/error-alert.tsx';
import { SelectField } from '../components/forms/select-field.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { joinGroup, makeGroup } from './actions.ts';
import { phones, formatNumber } from './phones.ts';

interface Properties {
	phone: ManualPhone;
	chats: readonly PhoneChat[];
	onClose: () => void;
}

/** Joins a phone to a group, or creates a new group. */
export function Groups({ phone, chats, onClose }: Properties) {
	const instances = chats.filter(({ groupId, connected }) => groupId === null && connected);
	const [instanceId, setInstanceId] = useState(instances[0]?.instanceId ?? '');
	return (
		<Dialog title="Groups" onClose={onClose}>
			{instances.length === 0 ? (
				<p>No instance is connected. Scan the QR code of one first.</p>
			) : (
				<div class="stack">
					<SelectField
						label="Instance"
						hint="A group is one the instance is in, too."
						value={instanceId}
						onChange={setInstanceId}
						options={instances.map((chat) => [chat.instanceId, chat.name] as const)}
					/>
					<Joinable phone={phone} instanceId={instanceId} chats={chats} onDone={onClose} />
					<NewGroup phone={phone} instanceId={instanceId} onDone={onClose} />
				</div>
			)}
		</Dialog>
	);
}

function Joinable({
	phone,
	instanceId,
	chats,
	onDone,
}: { instanceId: string; onDone: () => void } & Omit<Properties, 'onClose'>) {
	const groups = useLoad(instanceId, (signal) =>
		requestData<GroupListItem[]>('GET', '/v1/groups', { query: { instanceId }, signal }),
	);
	const { run, busy, error } = useAction(async (group: GroupListItem) => {
		await joinGroup(phone, instanceId, group);
		onDone();
	});
	const isIn = (id: string) => chats.some(({ groupId }) => groupId === id);
	const shown = error ?? groups.error;
	return (
		<section class="stack" aria-label="Groups to join">
			{shown !== undefined && <ErrorAlert error={shown} />}
			{groups.data === undefined && groups.error === undefined && <Loading />}
			{groups.data?.map((group) => (
				<div key={group.id} class="line">
					<bdi class="grow cut">{group.name}</bdi>
					<span class="soft small">{group.participantsCount} people</span>
					{isIn(group.id) ? (
						<span class="soft">Joined</span>
					) : (
						<Button busy={busy} onClick={() => void run(group)}>
							{`Join ${group.name}`}
						</Button>
					)}
				</div>
			))}
		</section>
	);
}

function NewGroup({
	phone,
	instanceId,
	onDone,
}: {
	phone: ManualPhone;
	instanceId: string;
	onDone: () => void;
}) {
	const [name, setName] = useState('');
	const [others, setOthers] = useState<string[]>([]);
	const { run, busy, error } = useAction(async () => {
		await makeGroup(phone, { instanceId, name, others });
		onDone();
	});
	const rest = (phones.value ?? []).filter(({ number }) => number !== phone.number);
	return (
		<Form
			error={error}
			onSubmit={() => void run()}
			actions={
				<Button kind="main" type="submit" busy={busy}>
					Make the group
				</Button>
			}
		>
			<TextField label="Name of a new group" maxLength={100} value={name} onChange={setName} />
			{rest.length > 0 && (
				<CheckboxGroup
					label="With these phones"
					options={rest.map((one) => ({
						value: one.number,
						label: one.name,
						description: formatNumber(one.number),
					}))}
					chosen={others}
					onChange={setOthers}
				/>
			)}
		</Form>
	);
}
