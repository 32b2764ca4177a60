import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../display/icon.tsx';
import './empty-state.css';

interface Properties {
	title: string;
	icon?: IconName;
	/** What to do first. */
	children?: ComponentChildren;
	action?: ComponentChildren;
}

/** Shown in place of an empty list or screen: its purpose, and the first step. */
export function EmptyState({ title, icon, children, action }: Properties) {
	return (
		<div class="empty-state">
			{icon !== undefined && (
				<span class="empty-icon">
					<Icon name={icon} />
				</span>
			)}
			<h2>{title}</h2>
			{children !== undefined && <p>{children}</p>}
			{action}
		</div>
	);
}
