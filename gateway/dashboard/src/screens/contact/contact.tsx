import { findContact, getProfile } from '../../api/contacts.ts';
import { mayWrite } from '../../api/sign-in/session.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { Badge } from '../../components/badges/badge.tsx';
import { Description, DescriptionList } from '../../components/display/description-list.tsx';
import { Icon } from '../../components/display/icon.tsx';
import { formatPerson, formatPersonId, phoneOfId } from '../../components/display/person.ts';
import {
	NotConnected,
	useShownInstance,
	type ShownInstance,
} from '../../components/layout/instance-screen.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { BlockButton } from '../../components/person/block-button.tsx';
import { hrefTo } from '../../routing/location.ts';
import type { Parameters } from '../../routing/routes.ts';

/** One contact of an instance: the stored data, and the present profile from the network. */
export default function ContactScreen({ parameters }: { parameters: Parameters }) {
	const { instanceId = '', contactId = '' } = parameters;
	const instance = useShownInstance(instanceId);
	const stored = useLoad(`contact ${instanceId} ${contactId}`, async (signal) => {
		const phone = phoneOfId(contactId);
		return {
			contact: await findContact(instanceId, { chatId: contactId, phone, contactName: null }, signal),
		};
	});
	const back = { href: hrefTo('contacts', instanceId), label: 'Contacts' };
	const contact = stored.data?.contact ?? null;
	const name = contact?.name ?? formatPersonId(contactId);
	const canBlock = instance.data?.isConnected === true && instance.data.capabilities.has('blocking');
	return (
		<>
			<PageHeader title={name} back={back}>
				{contact?.isBlocked === true && <Badge tone="caution">Blocked</Badge>}
				<a class="button button-main" href={hrefTo('chats', instanceId, contactId)}>
					<Icon name="chat" />
					<span>Write to this person</span>
				</a>
				{canBlock && mayWrite() && contact !== null && (
					<BlockButton
						instanceId={instanceId}
						contactId={contactId}
						name={name}
						isBlocked={contact.isBlocked}
						onChange={stored.reload}
					/>
				)}
			</PageHeader>
			<LoadedView of={stored}>
				{() => (
					<div class="stack">
						<Panel title="Stored">
							<DescriptionList>
								<Description name="Number">
									{formatPerson(contact?.phone ?? phoneOfId(contactId), contactId)}
								</Description>
								<Description name="Username">{contact?.username ?? <None />}</Description>
								<Description name="About">{contact?.about ?? <None />}</Description>
								<Description name="Id">{contactId}</Description>
							</DescriptionList>
						</Panel>
						{instance.data !== undefined && <Profile instance={instance.data} contactId={contactId} />}
					</div>
				)}
			</LoadedView>
		</>
	);
}

function None() {
	return <span class="faint">None</span>;
}

function Profile({ instance, contactId }: { instance: ShownInstance; contactId: string }) {
	const isOffered = instance.isConnected && instance.capabilities.has('contact_profile');
	const profile = useLoad(isOffered ? `profile ${instance.id} ${contactId}` : null, (signal) =>
		getProfile(instance.id, contactId, signal),
	);
	if (!instance.isConnected) return <NotConnected instance={instance} />;
	if (!isOffered) return <p class="soft">The network of this instance does not provide profiles.</p>;
	return (
		<Panel title="On the network now">
			<LoadedView of={profile}>
				{({ name, about, username, isBusiness, profilePicUrl }) => (
					<DescriptionList>
						<Description name="Name">
							<bdi>{name}</bdi>
						</Description>
						<Description name="About">{about === null ? <None /> : <bdi>{about}</bdi>}</Description>
						<Description name="Username">{username ?? <None />}</Description>
						<Description name="Business account">{isBusiness ? 'Yes' : 'No'}</Description>
						<Description name="Picture">
							{profilePicUrl ?? <span class="faint">None, or private</span>}
						</Description>
					</DescriptionList>
				)}
			</LoadedView>
		</Panel>
	);
}
