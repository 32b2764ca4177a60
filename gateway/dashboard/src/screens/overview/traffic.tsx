import type { TrafficStep } from '../../api/types.ts';
import { TimeChart } from '../../components/charts/time-chart.tsx';
import { formatInteger } from '../../components/display/format.ts';
import { Panel } from '../../components/layout/panel.tsx';

const HOUR = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

/** Messages by the hour: received, sent and failed. */
export function Traffic({ series }: { series: readonly TrafficStep[] }) {
	const sum = (name: 'received' | 'sent' | 'delivered' | 'read' | 'failed') =>
		formatInteger(series.reduce((total, step) => total + step[name], 0));
	const ofSent = `of these ${sum('delivered')} delivered and ${sum('read')} read`;
	return (
		<Panel title="Traffic">
			<TimeChart
				of={{
					label: 'Messages by the hour',
					bars: [
						{ name: 'Received', tone: 'calm', legend: `${sum('received')} received` },
						{ name: 'Sent', tone: 'accent', legend: `${sum('sent')} sent, ${ofSent}`, stack: 1 },
						{ name: 'Failed', tone: 'bad', legend: `${sum('failed')} failed`, stack: 1 },
					],
					figures: ['Delivered', 'Read'],
					steps: series.map(({ from, received, sent, failed, delivered, read }) => ({
						from,
						bars: [received, sent, failed],
						figures: [delivered, read],
					})),
					formatTime: (from) => HOUR.format(new Date(from)),
				}}
			/>
		</Panel>
	);
}
