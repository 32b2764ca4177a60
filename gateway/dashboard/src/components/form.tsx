import type { ComponentChildren } from 'preact';
import type { ApiError } from '../api/api-error.ts';
import { Problem } from './problem.tsx';

interface Properties {
	onSubmit: () => void;
	error?: ApiError | undefined;
	children: ComponentChildren;
	/** The buttons below the fields. */
	actions: ComponentChildren;
}

/** Fields with buttons below them; what the gateway refused stands between the two. */
export function Form({ onSubmit, error, children, actions }: Properties) {
	return (
		<form
			class="form"
			onSubmit={(event) => {
				event.preventDefault();
				onSubmit();
			}}
		>
			{children}
			{error !== undefined && <Problem error={error} />}
			<div class="form-actions">{actions}</div>
		</form>
	);
}
