import type { ComponentChildren } from 'preact';

/** A link to another site, which learns nothing of this page. */
export function OutsideLink({ href, children }: { href: string; children: ComponentChildren }) {
	return (
		<a href={href} target="_blank" rel="noreferrer">
			{children}
			<span class="visually-hidden"> (opens in a new tab)</span>
		</a>
	);
}
