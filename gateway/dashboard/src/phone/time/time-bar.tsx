import { useEffect, useState } from 'preact/hooks';
import type { AdvancedClock, SimulatedClock } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { formatCount, formatDuration } from '../../components/display/format.ts';
import { ahead, now } from '../../components/display/now.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Button } from '../../components/forms/button.tsx';
import { record } from '../scenario/recorder.ts';
import { AdvanceForm } from './advance-form.tsx';
import { advanceClock, getClock } from './api.ts';
import { nameOfDue } from './due-names.ts';
import { PassedList } from './passed-list.tsx';
import './time-bar.css';

const STEPS: readonly [string, string][] = [
	['1m', '+1 min'],
	['1h', '+1 h'],
	['24h', '+24 h'],
];

/** The time of the gateway, with buttons that move it forward, and the work that fell due during a move. */
export function TimeBar() {
	const [clock, setClock] = useState<SimulatedClock | null>(null);
	const upcoming = clock?.next ?? null;
	const [moved, setMoved] = useState<AdvancedClock | null>(null);
	const [choosing, setChoosing] = useState(false);
	const show = (next: SimulatedClock) => {
		setClock(next);
		ahead.value = next.ahead;
	};
	const loading = useAction(async () => {
		show(await getClock());
	});
	const moving = useAction(async (by: string) => {
		const next = await advanceClock(by);
		show(next);
		setMoved(next);
		setChoosing(false);
		record(null, () => ({ step: 'advance', by }));
	});
	useEffect(() => {
		void loading.run();
	}, []);
	const error = moving.error ?? loading.error;
	const move = (by: string) => void moving.run(by);

	return (
		<section class="time-bar" aria-label="Time">
			<div class="time-bar-head">
				<h3>Time</h3>
				<p class="small">
					<Timestamp at={new Date(now.value).toISOString()} seconds />
					{ahead.value > 0 && (
						<span class="soft">{` (${formatDuration(ahead.value / 1000)} ahead of the real time)`}</span>
					)}
				</p>
			</div>
			<div class="time-bar-steps" role="group" aria-label="Move the time forward">
				{STEPS.map(([by, text]) => (
					<Button
						key={by}
						busy={moving.busy}
						onClick={() => {
							move(by);
						}}
					>
						{text}
					</Button>
				))}
				<Button
					icon="forward"
					busy={moving.busy}
					disabled={clock?.next === null}
					onClick={() => {
						move('next');
					}}
				>
					To what is next
				</Button>
				<Button
					kind="quiet"
					expanded={choosing}
					onClick={() => {
						setChoosing(!choosing);
					}}
				>
					Other…
				</Button>
			</div>
			{choosing && <AdvanceForm busy={moving.busy} onAdvance={move} />}
			{upcoming !== null && (
				<p class="soft small">
					{`Next: ${nameOfDue(upcoming)}, `}
					<Timestamp at={upcoming.at} seconds />
				</p>
			)}
			{error !== undefined && <ErrorAlert error={error} />}
			<div class="small" role="status">
				{moving.busy && 'The time moves…'}
				{!moving.busy && moved !== null && describeMove(moved)}
			</div>
			{moved !== null && moved.passed.length > 0 && <PassedList moved={moved} />}
		</section>
	);
}

function describeMove({ passedCount }: AdvancedClock): string {
	return passedCount === 0 ? 'Nothing fell due.' : `${formatCount(passedCount, 'thing')} fell due.`;
}
