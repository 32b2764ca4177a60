import { listFiringAlerts, listPastAlerts } from '../../api/alerts.ts';
import type { Alert, FiringAlerts } from '../../api/types.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { usePages } from '../../api/hooks/use-pages.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { PagedRows } from '../../components/lists/paged-rows.tsx';
import { Rows } from '../../components/lists/rows.tsx';
import { useRegularReload } from '../../live/use-regular-reload.ts';
import { useSubscription } from '../../live/use-subscription.ts';
import { FiringAlert } from './firing-alert.tsx';
import { MailPanel } from './mail-panel.tsx';
import { PastAlert } from './past-alert.tsx';

const keyOf = ({ alertId }: Alert): string => alertId;

/** The firing and the past alerts, and the state of their mails. */
export default function AlertsScreen() {
	const reload = (): void => {
		firing.reload();
		past.refresh();
	};
	const subscription = useSubscription(['alerts'], reload);
	const firing = useLoad('firing alerts', listFiringAlerts, { subscription });
	const past = usePages<Alert>({ key: 'past alerts', keyOf, load: listPastAlerts, subscription });
	useRegularReload(() => {
		firing.poll();
		past.poll();
	});
	return (
		<>
			<PageHeader title="Alerts" about="Problems of this gateway, and how to solve them." />
			<div class="stack">
				<LoadedView of={firing}>
					{(data) => (
						<>
							<Firing alerts={data.firing} onChanged={reload} />
							<MailPanel mail={data.mail} />
						</>
					)}
				</LoadedView>
				<Panel title="Past alerts">
					<PagedRows of={past} empty={<p class="soft">None in the last 90 days.</p>}>
						{(alert) => <PastAlert alert={alert} />}
					</PagedRows>
				</Panel>
			</div>
		</>
	);
}

function Firing({ alerts, onChanged }: { alerts: FiringAlerts['firing']; onChanged: () => void }) {
	return (
		<Panel title="Firing now">
			{alerts.length === 0 ? (
				<EmptyState title="All is well" icon="check">
					A failing webhook, a lost instance, a growing queue or a filling disk is shown here.
				</EmptyState>
			) : (
				<Rows items={alerts} keyOf={keyOf}>
					{(alert) => <FiringAlert alert={alert} onChanged={onChanged} />}
				</Rows>
			)}
		</Panel>
	);
}
