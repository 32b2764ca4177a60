import { currentLocation } from '../../routing/location.ts';
import './tabs.css';

/** The tabs of a screen; each has a URL of its own. */
export function Tabs<T extends string>({
	label,
	current,
	tabs,
}: {
	label: string;
	current: T;
	tabs: readonly (readonly [T, string])[];
}) {
	const { path } = currentLocation.value;
	return (
		<nav class="tabs" aria-label={label}>
			{tabs.map(([tab, title]) => (
				<a key={tab} href={`#${path}?tab=${tab}`} aria-current={tab === current ? 'page' : undefined}>
					{title}
				</a>
			))}
		</nav>
	);
}
