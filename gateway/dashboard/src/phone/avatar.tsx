import type { ComponentChildren } from 'preact';
import './avatar.css';

/** The round picture of a phone, an instance or a group. The name beside it says the same in words. */
export function Avatar({
	of = 'phone',
	children,
}: {
	of?: 'phone' | 'instance' | 'group';
	children: ComponentChildren;
}) {
	return (
		<span class="avatar" data-of={of} aria-hidden="true" dir="auto">
			{children}
		</span>
	);
}

/** At most two letters of a name. */
export function initials(name: string): string {
	const words = name.split(/\s+/).filter((word) => word !== '');
	return words
		.slice(0, 2)
		.map((word) => Array.from(word)[0]?.toUpperCase() ?? '')
		.join('');
}
