import type { ComponentChildren } from 'preact';
import { useSubject } from '../../routing/title.ts';
import { Icon } from '../display/icon.tsx';
import './page-header.css';

interface Properties {
	title: string;
	/** The purpose of the screen, in one sentence. */
	about?: ComponentChildren;
	/** Link to the screen above this one. */
	back?: { href: string; label: string };
	/** The name of the screen's object in the title of the document, where the screen's title is too general. */
	subject?: string;
	/** Badges and actions of the screen. */
	children?: ComponentChildren;
}

/** The title of a screen with its actions. */
export function PageHeader({ title, about, back, subject = title, children }: Properties) {
	// A screen above this one means that this one is about a single thing.
	useSubject(back === undefined ? null : subject);
	return (
		<header class="page-header">
			<div class="page-heading">
				{back !== undefined && (
					<a class="back-link" href={back.href}>
						<Icon name="back" />
						{back.label}
					</a>
				)}
				<h1>
					<bdi>{title}</bdi>
				</h1>
				{about !== undefined && <p>{about}</p>}
			</div>
			{children !== undefined && <div class="page-actions">{children}</div>}
		</header>
	);
}
