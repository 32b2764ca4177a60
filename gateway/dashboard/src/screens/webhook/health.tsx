import { useLoad } from '../../api/use-load.ts';
import { getWebhookHealth } from '../../api/webhooks.ts';
import { Ago } from '../../components/ago.tsx';
import { Figure, Figures } from '../../components/figure.tsx';
import { percent, whole } from '../../components/figures.ts';
import { LoadedView } from '../../components/loaded-view.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { deliveryIn } from '../../live/live-messages.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { useChannel } from '../../live/use-channel.ts';

/** How deliveries went in the last 24 hours. */
export function Health({ webhookId }: { webhookId: string }) {
	const health = useLoad(`health ${webhookId}`, (signal) => getWebhookHealth(webhookId, signal));
	const refresh = useDebounced(health.reload);
	useChannel('deliveries', {
		onMessage: (message) => {
			if (deliveryIn(message)?.webhookId === webhookId) refresh();
		},
		onGap: health.reload,
	});
	return (
		<Panel title="Last 24 hours">
			<LoadedView of={health}>
				{(data) => (
					<>
						<Figures>
							<Figure name="Deliveries">{whole(data.deliveries)}</Figure>
							<Figure name="Succeeded" words={data.successRate === null}>
								{data.successRate === null ? 'Nothing yet' : percent(data.successRate)}
							</Figure>
							<Figure name="Given up" bad={data.failed > 0}>
								{whole(data.failed)}
							</Figure>
							<Figure name="Waiting">{whole(data.pending)}</Figure>
							<Figure name="95 of 100 answered within" words={data.responseTimeP95 === null}>
								{data.responseTimeP95 === null ? 'Not known' : `${whole(data.responseTimeP95)} ms`}
							</Figure>
						</Figures>
						{data.oldestPendingAt !== null && data.lastFailureAt !== null && (
							<Notice tone="caution">
								The oldest waiting delivery is from <Ago at={data.oldestPendingAt} />. What the receiver
								answered stands in each delivery below.
							</Notice>
						)}
					</>
				)}
			</LoadedView>
		</Panel>
	);
}
