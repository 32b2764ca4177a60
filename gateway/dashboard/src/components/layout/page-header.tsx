import type { ComponentChildren } from 'preact';
import { Icon } from '../display/icon.tsx';
import './page-header.css';

interface Properties {
	title: string;
	/** One sentence on what this screen is for. */
	about?: ComponentChildren;
	/** Where this screen was reached from. */
	back?: { href: string; label: string };
	/** What can be done here. */
	children?: ComponentChildren;
}

/** The head of a screen. */
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
