import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../display/icon.tsx';
import './button.css';

interface Properties {
	/** The look: the one main action, an ordinary one, one that destroys, one beside others. */
	kind?: 'main' | 'plain' | 'danger' | 'quiet';
	type?: 'button' | 'submit';
	icon?: IconName;
	/** What it does, where no text says so. */
	label?: string;
	/** Whether what it stands for is on; for buttons that switch. */
	pressed?: boolean;
	busy?: boolean;
	disabled?: boolean;
	onClick?: (() => void) | undefined;
	children?: ComponentChildren;
}

export function Button(properties: Properties) {
	const {
		kind = 'plain',
		type = 'button',
		icon,
		label,
		pressed,
		busy = false,
		disabled = false,
	} = properties;
	return (
		<button
			class={`button button-${kind}`}
			type={type}
			aria-label={label}
			title={label}
			aria-pressed={pressed}
			aria-busy={busy}
			disabled={disabled || busy}
			onClick={properties.onClick}
		>
			{icon !== undefined && <Icon name={icon} />}
			{properties.children !== undefined && <span>{properties.children}</span>}
		</button>
	);
}
