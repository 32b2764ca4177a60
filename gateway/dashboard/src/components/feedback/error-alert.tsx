import type { ApiError } from '../../api/api-error.ts';
import { Button } from '../forms/button.tsx';
import { Icon } from '../display/icon.tsx';
import './error-alert.css';

/** An error beside its cause, with a button that retries. */
export function ErrorAlert({ error, onRetry }: { error: ApiError; onRetry?: () => void }) {
	return (
		<div class="problem" role="alert">
			<Icon name="warning" />
			<div>
				<p>{error.message}</p>
				{error.retryAfter !== null && <p>Try again in {error.retryAfter} seconds.</p>}
				<p class="problem-code">
					<code>{error.code}</code>
					{error.requestId !== null && (
						<>
							{' '}
							in request <code>{error.requestId}</code>
						</>
					)}
				</p>
			</div>
			{onRetry !== undefined && (
				<Button icon="retry" onClick={onRetry}>
					Try again
				</Button>
			)}
		</div>
	);
}
