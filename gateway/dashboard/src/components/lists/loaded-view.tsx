import type { ComponentChildren } from 'preact';
import type { Loaded } from '../../api/hooks/use-load.ts';
import { Loading } from '../feedback/loading.tsx';
import { ErrorAlert } from '../feedback/error-alert.tsx';

interface Properties<T> {
	of: Pick<Loaded<T>, 'data' | 'error' | 'reload'>;
	children: (data: T) => ComponentChildren;
}

/** Loaded data, or the loading or error state in its place. */
export function LoadedView<T>({ of: { data, error, reload }, children }: Properties<T>) {
	return (
		<>
			{error !== undefined && <ErrorAlert error={error} onRetry={reload} />}
			{data !== undefined ? children(data) : error === undefined && <Loading />}
		</>
	);
}
