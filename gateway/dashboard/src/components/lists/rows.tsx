import type { ComponentChildren } from 'preact';
import './row.css';

interface Properties<T> {
	items: readonly T[];
	keyOf: (item: T) => string;
	children: (item: T) => ComponentChildren;
}

/** A list of rows in a frame. */
export function Rows<T>({ items, keyOf, children }: Properties<T>) {
	return (
		<ul class="rows">
			{items.map((item) => (
				<li key={keyOf(item)}>{children(item)}</li>
			))}
		</ul>
	);
}
