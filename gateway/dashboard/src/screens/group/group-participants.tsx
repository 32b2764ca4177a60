import { useState } from 'preact/hooks';
import { changeParticipants } from '../../api/groups.ts';
import { mayWrite } from '../../api/sign-in/session.ts';
import type { ChangeParticipants, GroupDetail, ParticipantsResult } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { Badge } from '../../components/badges/badge.tsx';
import { formatPerson } from '../../components/display/person.ts';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Button } from '../../components/forms/button.tsx';
import { Form } from '../../components/forms/form.tsx';
import { TextArea } from '../../components/forms/text-area.tsx';
import { Dialog } from '../../components/layout/dialog.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { Row, RowSide } from '../../components/lists/row.tsx';
import { Rows } from '../../components/lists/rows.tsx';
import { WindowedList } from '../../components/lists/windowed-list.tsx';
import { peopleIn } from '../../components/person/people-list.ts';
import { hrefTo } from '../../routing/location.ts';

type Participant = GroupDetail['participants'][number];
type Action = ChangeParticipants['action'];

const ROW_HEIGHT = 58;
/** Participants that are drawn at once; a longer list draws what is visible. */
const MOST_DRAWN = 30;
const REFUSALS: Record<NonNullable<ParticipantsResult['results'][number]['error']>, string> = {
	not_participant: 'is not in the group',
	already_participant: 'is in the group already',
	not_on_network: 'is not on the network, or has blocked the account',
};

interface Properties {
	instanceId: string;
	group: GroupDetail;
	onChange: () => void;
}

/** The participants of a group, whom its admins add, remove, and make admins. */
export function GroupParticipants({ instanceId, group, onChange }: Properties) {
	const [adding, setAdding] = useState(false);
	const [refused, setRefused] = useState<string[]>([]);
	const changing = useAction(async (action: Action, participants: string[]) => {
		setRefused([]);
		const { results } = await changeParticipants(group.id, { instanceId, action, participants });
		setRefused(
			results.flatMap(({ phone, id = '', error }) =>
				error === undefined ? [] : [`${formatPerson(phone, id)} ${REFUSALS[error]}.`],
			),
		);
		setAdding(false);
		onChange();
	});
	const act = (action: Action, { id }: Participant) => void changing.run(action, [id]);
	const row = (participant: Participant) => (
		<ParticipantRow instanceId={instanceId} participant={participant} busy={changing.busy} onAction={act} />
	);
	return (
		<Panel
			title="Participants"
			actions={
				mayWrite() && (
					<Button
						icon="plus"
						onClick={() => {
							setAdding(true);
						}}
					>
						Add participants
					</Button>
				)
			}
		>
			{refused.length > 0 && (
				<Notice tone="caution" live>
					{refused.join(' ')}
				</Notice>
			)}
			{changing.error !== undefined && !adding && <ErrorAlert error={changing.error} />}
			{group.participants.length > MOST_DRAWN ? (
				<div class="windowed-frame">
					<WindowedList
						label="List of participants"
						items={group.participants}
						keyOf={({ id }) => id}
						rowHeight={ROW_HEIGHT}
					>
						{row}
					</WindowedList>
				</div>
			) : (
				<Rows items={group.participants} keyOf={({ id }) => id}>
					{row}
				</Rows>
			)}
			{adding && (
				<AddParticipants
					busy={changing.busy}
					error={changing.error}
					onAdd={(people) => void changing.run('add', people)}
					onClose={() => {
						setAdding(false);
					}}
				/>
			)}
		</Panel>
	);
}

interface RowProperties {
	instanceId: string;
	participant: Participant;
	busy: boolean;
	onAction: (action: Action, participant: Participant) => void;
}

function ParticipantRow({ instanceId, participant, busy, onAction }: RowProperties) {
	const { id, phone, isAdmin, isSuperAdmin } = participant;
	const name = formatPerson(phone, id);
	const button = (action: Action, label: string) => (
		<Button
			busy={busy}
			onClick={() => {
				onAction(action, participant);
			}}
		>
			{label}
			<span class="visually-hidden"> {name}</span>
		</Button>
	);
	return (
		<Row
			label={name}
			title={<a href={hrefTo('contacts', instanceId, id)}>{name}</a>}
			side={
				<RowSide>
					{isAdmin && <Badge tone="note">{isSuperAdmin ? 'Owner' : 'Admin'}</Badge>}
					{mayWrite() && !isSuperAdmin && (
						<>
							{isAdmin ? button('demote', 'Take admin rights') : button('promote', 'Make admin')}
							{button('remove', 'Remove')}
						</>
					)}
				</RowSide>
			}
		/>
	);
}

interface AddProperties {
	busy: boolean;
	error: ReturnType<typeof useAction>['error'];
	onAdd: (people: string[]) => void;
	onClose: () => void;
}

function AddParticipants({ busy, error, onAdd, onClose }: AddProperties) {
	const [typed, setTyped] = useState('');
	const people = peopleIn(typed);
	return (
		<Dialog title="Add participants" onClose={onClose}>
			<Form
				error={error}
				onSubmit={() => {
					onAdd(people);
				}}
				actions={
					<>
						<Button kind="main" type="submit" busy={busy} disabled={people.length === 0}>
							Add
						</Button>
						<Button onClick={onClose}>Cancel</Button>
					</>
				}
			>
				<TextArea
					label="Participants"
					hint="Numbers in international format, one per line."
					maxLength={20_000}
					value={typed}
					onChange={setTyped}
				/>
			</Form>
		</Dialog>
	);
}
