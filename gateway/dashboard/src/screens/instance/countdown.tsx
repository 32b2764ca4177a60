import { now } from '../../components/display/now.ts';

/** The time until the next code. */
export function Countdown({ until }: { until: string }) {
	const left = Math.ceil((Date.parse(until) - now.value) / 1000);
	if (left <= 0) return <>The code is being renewed…</>;
	return (
		<>
			A new code in <span class="number">{left}</span> s
		</>
	);
}
