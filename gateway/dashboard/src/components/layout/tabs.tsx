import { currentLocation } from '../../routing/location.ts';
import './tabs.css';

/** The parts of a screen, each with an address of its own. */
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
			{tabs.map(([tab, words]) => (
				<a key={tab} href={`#${path}?tab=${tab}`} aria-current={tab === current ? 'page' : undefined}>
					{words}
				</a>
			))}
		</nav>
	);
}
