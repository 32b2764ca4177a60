import type { ComponentChildren } from 'preact';
import type { Pages } from '../../api/hooks/use-pages.ts';
import { ErrorAlert } from '../feedback/error-alert.tsx';
import { Loading } from '../feedback/loading.tsx';

interface Properties<T> {
	of: Pages<T>;
	/** Shown in place of a list without items. */
	empty: ComponentChildren;
	children: (items: readonly T[]) => ComponentChildren;
}

/** The states that every paged list has: loading, failed, empty, or its items. */
export function PagedStates<T>({ of: { items, error, refresh }, empty, children }: Properties<T>) {
	return (
		<>
			{error !== undefined && <ErrorAlert error={error} onRetry={refresh} />}
			{items === undefined && error === undefined && <Loading />}
			{items?.length === 0 && empty}
			{items !== undefined && items.length > 0 && children(items)}
		</>
	);
}
