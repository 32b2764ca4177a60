import type { ComponentChildren } from 'preact';
import { Icon } from '../display/icon.tsx';
import './notice.css';

interface Properties {
	tone?: 'note' | 'good' | 'caution' | 'bad';
	/** Whether it comes up while somebody is looking, and should be read out. */
	live?: boolean;
	children: ComponentChildren;
}

/** Something to know at this place. */
export function Notice({ tone = 'note', live = false, children }: Properties) {
	return (
		<div class="notice" data-tone={tone} role={live ? 'status' : undefined}>
			<Icon name={tone === 'good' ? 'check' : tone === 'note' ? 'info' : 'warning'} />
			<div>{children}</div>
		</div>
	);
}
