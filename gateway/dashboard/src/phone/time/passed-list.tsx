import type { AdvancedClock } from '../../api/types.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { nameOfDue } from './due-names.ts';

/** The work that fell due during a move, in its order; the list scrolls. */
export function PassedList({ moved: { passed } }: { moved: AdvancedClock }) {
	return (
		<ol class="time-bar-passed small" aria-label="What fell due" tabIndex={0}>
			{passed.map((due, index) => (
				<li key={index}>
					<Timestamp at={due.at} seconds /> {nameOfDue(due)}
				</li>
			))}
		</ol>
	);
}
