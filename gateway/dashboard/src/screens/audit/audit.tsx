import { Fragment } from 'preact';
import { listAudit } from '../../api/admin-lists.ts';
import type { AuditEntry } from '../../api/types.ts';
import { usePages } from '../../api/hooks/use-pages.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { useRegularReload } from '../../live/use-regular-reload.ts';
import { wordsFor } from './actions.ts';
import { PagedView } from '../../components/lists/paged-view.tsx';
import { Row, RowDetail, RowSide } from '../../components/lists/row.tsx';

const ROW_HEIGHT = 64;

/** The changes of users, keys, instances and webhooks, with their actors. */
export default function Audit() {
	const list = usePages<AuditEntry>({ key: 'audit', keyOf: ({ auditId }) => auditId, load: listAudit });
	useRegularReload(list.poll);
	return (
		<>
			<PageHeader
				title="Audit log"
				about="Who changed users, keys, instances and webhooks, and when. Entries are never changed or removed."
			/>
			<PagedView
				label="Audit log"
				of={list}
				rowHeight={ROW_HEIGHT}
				empty={
					<EmptyState title="Nothing yet" icon="list">
						Each creation, change and deletion from now on appears here.
					</EmptyState>
				}
				framed
			>
				{(entry) => <AuditRow entry={entry} />}
			</PagedView>
		</>
	);
}

function AuditRow({ entry: { action, target, details, actor, actorName, at } }: { entry: AuditEntry }) {
	return (
		<Row
			title={wordsFor(action)}
			side={
				<RowSide>
					<span title={actor}>
						by <bdi>{actorName ?? <code>{actor}</code>}</bdi>
					</span>
					<Timestamp at={at} seconds />
				</RowSide>
			}
		>
			<RowDetail>
				<code>{target}</code>
				{details !== null && <Details of={details} />}
			</RowDetail>
		</Row>
	);
}

/** `name: n8n · expires: never`. */
function Details({ of: details }: { of: Record<string, unknown> }) {
	return Object.entries(details).map(([name, value], index) => (
		<Fragment key={name}>
			{index === 0 ? ' ' : ' · '}
			{name}: <bdi>{textOf(value)}</bdi>
		</Fragment>
	));
}

function textOf(value: unknown): string {
	if (Array.isArray(value)) return value.map(textOf).join(', ');
	return typeof value === 'string' ? value : JSON.stringify(value);
}
