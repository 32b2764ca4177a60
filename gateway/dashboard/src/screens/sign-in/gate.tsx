import type { ComponentChildren } from 'preact';
import { Icon } from '../../components/display/icon.tsx';
import '../../shell/brand.css';
import './gate.css';

/** The frame of the screens before the sign-in. */
export function Gate({ title, children }: { title: string; children: ComponentChildren }) {
	return (
		<main class="gate">
			<div class="gate-card">
				<p class="brand">
					<Icon name="logo" />
					<span>Messaging Gateway</span>
				</p>
				<h1>{title}</h1>
				{children}
			</div>
		</main>
	);
}
