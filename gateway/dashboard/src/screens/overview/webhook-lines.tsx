import type { WebhookLine } from '../../api/types.ts';
import { Badge } from '../../components/badge.tsx';
import { counted, percent, whole } from '../../components/figures.ts';
import { Panel } from '../../components/panel.tsx';
import { linkTo } from '../../routing/location.ts';

/** How each webhook takes its events. */
export function WebhookLines({ webhooks }: { webhooks: readonly WebhookLine[] }) {
	return (
		<Panel title="Webhooks">
			{webhooks.length === 0 ? (
				<p class="soft">
					None yet. <a href="#/webhooks">Create one</a>, or activate an n8n workflow with the trigger node.
				</p>
			) : (
				<ul class="overview-rows">
					{webhooks.map((webhook) => (
						<li key={webhook.webhookId}>
							<a class="row" href={linkTo('webhooks', webhook.webhookId)}>
								<span class="row-main">
									<span class="row-title">{webhook.name ?? webhook.url}</span>
									<span class="row-sub">
										{counted(webhook.deliveries, 'delivery', 'deliveries')}
										{webhook.pending > 0 && `, ${whole(webhook.pending)} pending`}
										{webhook.failed > 0 && `, ${whole(webhook.failed)} given up`}
									</span>
								</span>
								<State of={webhook} />
							</a>
						</li>
					))}
				</ul>
			)}
		</Panel>
	);
}

function State({ of: { status, successRate } }: { of: WebhookLine }) {
	if (status === 'inactive') return <Badge tone="plain">Switched off</Badge>;
	if (successRate === null) return <Badge tone="plain">Nothing yet</Badge>;
	return <Badge tone={successRate === 1 ? 'good' : 'caution'}>{percent(successRate)}</Badge>;
}
