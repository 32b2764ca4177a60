import type { WebhookLine } from '../../api/types.ts';
import { Badge } from '../../components/display/badge.tsx';
import { formatCount, formatPercent, formatInteger } from '../../components/display/format.ts';
import { Panel } from '../../components/layout/panel.tsx';
import { hrefTo } from '../../routing/location.ts';

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
							<a class="row" href={hrefTo('webhooks', webhook.webhookId)}>
								<span class="row-main">
									<span class="row-title">{webhook.name ?? webhook.url}</span>
									<span class="row-sub">
										{formatCount(webhook.deliveries, 'delivery', 'deliveries')}
										{webhook.pending > 0 && `, ${formatInteger(webhook.pending)} pending`}
										{webhook.failed > 0 && `, ${formatInteger(webhook.failed)} given up`}
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
	return <Badge tone={successRate === 1 ? 'good' : 'caution'}>{formatPercent(successRate)}</Badge>;
}
