import type { ComponentChildren } from 'preact';
import { Icon } from '../display/icon.tsx';
import './page-header.css';

interface Properties {
	title: string;
	/** One sentence on what this screen is for. */
	about?: ComponentChildren;
	/** Link to the screen above this one. */
	back?: { href: string; label: string };
	/** Badges and actions of the screen. */
	children?: ComponentChildren;
}

/** The title of a screen with its actions. */
export function PageHeader({ title, about, back, children }: Properties) {
	return (
		<header class="page-header">
			<div class="page-heading">
				{back !== undefined && (
					<a class="back-link" href={back.href}>
						<Icon name="back" />
						{back.label}
					</a>
				)}
				<h1>{title}</h1>
				{about !== undefined && <p>{about}</p>}
			</div>
			{children !== undefined && <div class="page-actions">{children}</div>}
		</header>
	);
}
