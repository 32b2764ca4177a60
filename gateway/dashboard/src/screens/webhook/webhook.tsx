import { useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in/session.ts';
import type { Webhook } from '../../api/types.ts';
import { useDeletion } from '../../api/hooks/use-deletion.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { deleteWebhook, getWebhook } from '../../api/webhooks.ts';
import { WebhookBadge } from '../../components/badges/webhook-badge.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { DeletePanel } from '../../components/layout/delete-panel.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { currentLocation } from '../../routing/location.ts';
import type { Parameters } from '../../routing/routes.ts';
import { Deliveries } from './deliveries.tsx';
import { deliveryIn } from '../../live/live-messages.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { useSubscription } from '../../live/use-subscription.ts';
import { Failing } from './failing.tsx';
import { Health } from './health.tsx';
import { Queues } from './queues.tsx';
import { SigningSecret } from './signing-secret.tsx';
import { Statistics } from './statistics.tsx';
import { Test } from './test.tsx';
import { WebhookFacts } from './webhook-facts.tsx';
import { WebhookSettings } from './webhook-settings.tsx';

const TABS = [
	['deliveries', 'Deliveries'],
	['settings', 'Settings'],
] as const;

/** One webhook: its health, deliveries and settings. */
export default function WebhookScreen({ parameters }: { parameters: Parameters }) {
	const id = parameters.webhookId ?? '';
	const subscription = useSubscription(['deliveries'], (message) => {
		if (deliveryIn(message)?.webhookId === id) refresh();
	});
	const deletion = useDeletion(() => deleteWebhook(id));
	const webhook = useLoad(`webhook ${id}`, (signal) => getWebhook(id, signal), {
		subscription,
		paused: deletion.deleting,
	});
	const tab = currentLocation.value.query.get('tab') === 'settings' ? 'settings' : 'deliveries';
	const refresh = useDebounced(webhook.reload);
	const [skips, setSkips] = useState(0);
	const skipped = () => {
		setSkips((before) => before + 1);
	};
	const change = (changed: Webhook) => {
		webhook.replace(() => changed);
	};
	return (
		<LoadedView of={webhook}>
			{(data) => (
				<>
					<PageHeader
						title={data.name ?? 'Webhook'}
						about={data.url}
						subject={data.name ?? data.id}
						back={{ href: '#/webhooks', label: 'Webhooks' }}
					>
						<WebhookBadge webhook={data} />
					</PageHeader>
					<Failing webhook={data} onResumed={webhook.reload} />
					<Tabs label="Webhook" current={tab} tabs={TABS} />
					{tab === 'deliveries' ? (
						<div class="stack">
							<Health webhookId={data.id} />
							<Statistics webhookId={data.id} />
							{(data.ordered || data.collect !== null) && <Queues webhook={data} onSkipped={skipped} />}
							<Deliveries webhookId={data.id} skips={skips} />
						</div>
					) : (
						<div class="stack">
							{mayWrite() ? (
								<WebhookSettings key={data.id} webhook={data} onChanged={change} />
							) : (
								<Panel title="Settings">
									<WebhookFacts webhook={data} />
								</Panel>
							)}
							<SigningSecret webhook={data} onChanged={change} />
							{mayWrite() && <Test webhook={data} />}
							{mayWrite() && (
								<DeletePanel
									about="The gateway then no longer sends events to this URL."
									label="Delete this webhook"
									question="Delete this webhook?"
									act={deletion.run}
									next="#/webhooks"
								>
									Its pending deliveries are cancelled, and its list of deliveries is deleted too.
								</DeletePanel>
							)}
						</div>
					)}
				</>
			)}
		</LoadedView>
	);
}
