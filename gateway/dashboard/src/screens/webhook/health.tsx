import { useLoad } from '../../api/hooks/use-load.ts';
import { getWebhookHealth } from '../../api/webhooks.ts';
import { RelativeTime } from '../../components/display/relative-time.tsx';
import { Stat, Stats } from '../../components/display/stats.tsx';
import { toneOfRate } from '../../components/badges/tone-of-rate.ts';
import { formatPercent, formatInteger } from '../../components/display/format.ts';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { deliveryIn } from '../../live/live-messages.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { useSubscription } from '../../live/use-subscription.ts';

/** The delivery figures of the last 24 hours. */
export function Health({ webhookId }: { webhookId: string }) {
	const subscription = useSubscription(['deliveries'], (message) => {
		if (deliveryIn(message)?.webhookId === webhookId) refresh();
	});
	const health = useLoad(`health ${webhookId}`, (signal) => getWebhookHealth(webhookId, signal), {
		subscription,
	});
	const refresh = useDebounced(health.reload);
	return (
		<Panel title="Last 24 hours">
			<LoadedView of={health}>
				{(data) => (
					<>
						<Stats>
							<Stat name="Deliveries">{formatInteger(data.deliveries)}</Stat>
							<Stat
								name="Succeeded"
								isText={data.successRate === null}
								bad={data.successRate !== null && toneOfRate(data.successRate) === 'bad'}
							>
								{data.successRate === null ? 'Nothing yet' : formatPercent(data.successRate)}
							</Stat>
							<Stat name="Given up" bad={data.failed > 0}>
								{formatInteger(data.failed)}
							</Stat>
							<Stat name="Waiting">{formatInteger(data.pending + data.waiting + data.collecting)}</Stat>
							{data.filtered > 0 && <Stat name="Left out">{formatInteger(data.filtered)}</Stat>}
							<Stat name="95 of 100 answered within" isText={data.responseTimeP95 === null}>
								{data.responseTimeP95 === null ? 'Not known' : `${formatInteger(data.responseTimeP95)} ms`}
							</Stat>
						</Stats>
						{data.oldestPendingAt !== null && data.lastFailureAt !== null && (
							<Notice tone="caution">
								The oldest waiting delivery is from <RelativeTime at={data.oldestPendingAt} />. Each delivery
								below shows the answer of the receiver.
							</Notice>
						)}
					</>
				)}
			</LoadedView>
		</Panel>
	);
}
