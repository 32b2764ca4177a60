import type { ComponentChildren } from 'preact';
import './toolbar.css';

/** The filters above a list. */
export function Toolbar({ children }: { children: ComponentChildren }) {
	return <div class="toolbar">{children}</div>;
}
