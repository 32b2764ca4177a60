import type { WebhookLine } from '../../api/types.ts';
import { Badge } from '../../components/badges/badge.tsx';
import { formatCount, formatPercent, formatInteger } from '../../components/display/format.ts';
import { toneOfRate } from '../../components/badges/tone-of-rate.ts';
import { Panel } from '../../components/layout/panel.tsx';
import { hrefTo } from '../../routing/location.ts';
import { Row, RowDetail } from '../../components/lists/row.tsx';

/** The success rate of each webhook. */
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
							<Row
								href={hrefTo('webhooks', webhook.webhookId)}
								title={webhook.name ?? webhook.url}
								side={<State of={webhook} />}
							>
								<RowDetail>
									{formatCount(webhook.deliveries, 'delivery', 'deliveries')}
									{webhook.pending > 0 && `, ${formatInteger(webhook.pending)} pending`}
									{webhook.failed > 0 && `, ${formatInteger(webhook.failed)} given up`}
								</RowDetail>
							</Row>
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
	return <Badge tone={toneOfRate(successRate)}>{formatPercent(successRate)}</Badge>;
}
