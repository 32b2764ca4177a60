import './loading.css';

/** Shown where something is on its way; it appears only when that takes a moment. */
export function Loading({ what = 'Loading' }: { what?: string }) {
	return (
		<p class="loading" role="status">
			{what}…
		</p>
	);
}
