import type { ComponentChildren } from 'preact';
import type { Pages } from '../../api/hooks/use-pages.ts';
import { Button } from '../forms/button.tsx';
import { PagedStates } from './paged-states.tsx';
import { Rows } from './rows.tsx';
import './paged-rows.css';

interface Properties<T> {
	of: Pages<T>;
	/** Shown in place of a list without items. */
	empty: ComponentChildren;
	children: (item: T) => ComponentChildren;
}

/** A paged list that is drawn whole, with a button that loads the next page. */
export function PagedRows<T>({ of, empty, children }: Properties<T>) {
	return (
		<PagedStates of={of} empty={empty}>
			{(items) => (
				<>
					<Rows items={items} keyOf={of.keyOf}>
						{children}
					</Rows>
					{of.hasMore && (
						<p class="paged-more">
							<Button onClick={of.more}>Show more</Button>
						</p>
					)}
				</>
			)}
		</PagedStates>
	);
}
