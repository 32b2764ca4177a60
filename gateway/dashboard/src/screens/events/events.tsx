import type { EventKind } from '../../api/types.ts';
import { Button } from '../../components/forms/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { EVENT_KINDS } from '../../components/webhook/event-kinds.ts';
import { formatCount } from '../../components/display/format.ts';
import { InstanceSelect } from '../../components/forms/instance-select.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SelectField } from '../../components/forms/select-field.tsx';
import { useQueryValue } from '../../routing/use-query.ts';
import { EventRow } from './event-row.tsx';
import { useLiveEvents } from './use-live-events.ts';
import { Toolbar } from '../../components/forms/toolbar.tsx';
import { PagedView } from '../../components/lists/paged-view.tsx';
import './events.css';

const ROW_HEIGHT = 49;

/** All events, live and stored. */
export default function Events() {
	const [kind, setKind] = useQueryValue<EventKind>('kind', EVENT_KINDS);
	const [instanceId, setInstanceId] = useQueryValue('instance');
	const { events, waiting, paused, setPaused } = useLiveEvents({ kind, instanceId });
	return (
		<>
			<PageHeader
				title="Events"
				about="Every event of messages and instances, live. Webhooks receive the same events."
			/>
			<Toolbar>
				<SelectField
					label="Kind"
					value={kind}
					onChange={setKind}
					options={[['', 'Any'], ...EVENT_KINDS.map((name) => [name, name] as const)]}
				/>
				<InstanceSelect label="Instance" all="All" value={instanceId} onChange={setInstanceId} />
				<Button
					icon={paused ? 'play' : 'pause'}
					onClick={() => {
						setPaused(!paused);
					}}
				>
					{paused ? 'Go on' : 'Pause'}
				</Button>
				<p class="events-state" role="status">
					{paused && (waiting === 0 ? 'Paused' : `Paused, ${formatCount(waiting, 'new event')}`)}
				</p>
			</Toolbar>
			<PagedView
				label="Events"
				of={events}
				rowHeight={ROW_HEIGHT}
				empty={
					kind === '' && instanceId === '' ? (
						<EmptyState title="No events yet" icon="event">
							Connect an instance, then send or receive a message: each step appears here at once.
						</EmptyState>
					) : (
						<EmptyState title="No such events" icon="event">
							New ones appear here at once. To see others, choose another kind or instance.
						</EmptyState>
					)
				}
				framed
			>
				{(event) => <EventRow event={event} />}
			</PagedView>
		</>
	);
}
