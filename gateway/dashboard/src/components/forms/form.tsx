import type { ComponentChildren } from 'preact';
import type { ApiError } from '../../api/api-error.ts';
import { ErrorAlert } from '../feedback/error-alert.tsx';
import './form.css';

interface Properties {
	onSubmit: () => void;
	error?: ApiError | undefined;
	children: ComponentChildren;
	/** The buttons below the fields. */
	actions: ComponentChildren;
}

/** Fields with buttons below them, and the error of the gateway between the two. */
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
			{error !== undefined && <ErrorAlert error={error} />}
			<div class="form-actions">{actions}</div>
		</form>
	);
}
