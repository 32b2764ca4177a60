import type { ComponentChildren } from 'preact';
import { Icon } from '../display/icon.tsx';
import './notice.css';

interface Properties {
	tone?: 'note' | 'good' | 'caution' | 'bad';
	/** Whether it appears after the screen, and screen readers should announce it. */
	live?: boolean;
	children: ComponentChildren;
}

/** A message of the page, coloured by its severity. */
export function Notice({ tone = 'note', live = false, children }: Properties) {
	return (
		<div class="notice" data-tone={tone} role={live ? 'status' : undefined}>
			<Icon name={tone === 'good' ? 'check' : tone === 'note' ? 'info' : 'warning'} />
			<div>{children}</div>
		</div>
	);
}
