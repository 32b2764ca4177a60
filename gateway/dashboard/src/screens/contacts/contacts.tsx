import { listContacts } from '../../api/contacts.ts';
import type { Contact } from '../../api/types.ts';
import { usePages } from '../../api/hooks/use-pages.ts';
import { Badge } from '../../components/badges/badge.tsx';
import { formatPerson } from '../../components/display/person.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { SearchField } from '../../components/forms/search-field.tsx';
import { Toolbar } from '../../components/forms/toolbar.tsx';
import { InstanceScreen, type ShownInstance } from '../../components/layout/instance-screen.tsx';
import { Tabs } from '../../components/layout/tabs.tsx';
import { PagedView } from '../../components/lists/paged-view.tsx';
import { Row, RowDetail, RowSide } from '../../components/lists/row.tsx';
import { contactIn, eventIn } from '../../live/live-messages.ts';
import { useDebounced } from '../../live/use-debounced.ts';
import { useSubscription } from '../../live/use-subscription.ts';
import { hrefTo } from '../../routing/location.ts';
import type { Parameters } from '../../routing/routes.ts';
import { useQueryText, useQueryValue } from '../../routing/use-query.ts';
import { NumberCheck } from './number-check.tsx';

const ROW_HEIGHT = 66;
const TABS = ['contacts', 'check'] as const;

/** The contacts of an instance, and the check of numbers. */
export default function Contacts({ parameters: { instanceId } }: { parameters: Parameters }) {
	const [chosen] = useQueryValue('tab', TABS);
	const tab = chosen === '' ? 'contacts' : chosen;
	return (
		<InstanceScreen
			title="Contacts"
			about="The people whom the account of an instance knows."
			icon="person"
			area="contacts"
			instanceId={instanceId}
		>
			{(instance) => (
				<>
					{instance.capabilities.has('number_check') && (
						<Tabs
							label="Contacts and numbers"
							current={tab}
							tabs={[
								['contacts', 'Contacts'],
								['check', 'Check numbers'],
							]}
						/>
					)}
					{tab === 'check' && instance.capabilities.has('number_check') ? (
						<NumberCheck key={instance.id} instance={instance} />
					) : (
						<ContactList key={instance.id} instance={instance} />
					)}
				</>
			)}
		</InstanceScreen>
	);
}

function ContactList({ instance: { id } }: { instance: ShownInstance }) {
	const [search, setSearch] = useQueryText('search');
	const subscription = useSubscription([`instance:${id}:events`], (message) => {
		const event = eventIn(message);
		if (event !== null && contactIn(event) !== null) refresh();
	});
	const list = usePages<Contact>({
		key: `${id} ${search}`,
		keyOf: (contact) => contact.id,
		async load(cursor, signal) {
			const offset = Number(cursor ?? 0);
			const { data, pagination } = await listContacts(id, search, offset, signal);
			const next = offset + data.length;
			return { items: data, next: data.length > 0 && next < pagination.total ? String(next) : null };
		},
		subscription,
	});
	const refresh = useDebounced(list.refresh);
	return (
		<>
			<Toolbar>
				<div class="grow">
					<SearchField label="Search by name or number" value={search} onChange={setSearch} />
				</div>
			</Toolbar>
			<PagedView
				label="List of contacts"
				of={list}
				rowHeight={ROW_HEIGHT}
				framed
				empty={
					<EmptyState title={search === '' ? 'No contacts yet' : 'No contact fits'} icon="person">
						{search === ''
							? 'Contacts come from the phone, or with the first message of a person.'
							: 'Try fewer letters, or a part of the number.'}
					</EmptyState>
				}
			>
				{(contact) => <ContactRow instanceId={id} contact={contact} />}
			</PagedView>
		</>
	);
}

function ContactRow({ instanceId, contact }: { instanceId: string; contact: Contact }) {
	const { id, name, phone, username, isBlocked } = contact;
	return (
		<Row
			href={hrefTo('contacts', instanceId, id)}
			title={name}
			side={
				isBlocked && (
					<RowSide>
						<Badge tone="caution">Blocked</Badge>
					</RowSide>
				)
			}
		>
			<RowDetail>
				{formatPerson(phone, id)}
				{username !== null && (
					<>
						, <bdi>@{username}</bdi>
					</>
				)}
			</RowDetail>
		</Row>
	);
}
