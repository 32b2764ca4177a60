import type { ComponentChildren } from 'preact';
import type { Loaded } from '../api/use-load.ts';
import { Loading } from './loading.tsx';
import { Problem } from './problem.tsx';

interface Properties<T> {
	of: Loaded<T>;
	children: (data: T) => ComponentChildren;
}

/** What was loaded, or that it is on its way, or why it could not be had. */
export function LoadedView<T>({ of: { data, error, reload }, children }: Properties<T>) {
	return (
		<>
			{error !== undefined && <Problem error={error} onRetry={reload} />}
			{data !== undefined ? children(data) : error === undefined && <Loading />}
		</>
	);
}
