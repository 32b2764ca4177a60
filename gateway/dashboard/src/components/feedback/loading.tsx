import './loading.css';

/** The loading state; it fades in late, so that a quick response shows no flicker. */
export function Loading({ what = 'Loading' }: { what?: string }) {
	return (
		<p class="loading" role="status">
			{what}…
		</p>
	);
}
