import type { InstanceStatusRecord } from '../../api/types.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { Notice } from '../../components/feedback/notice.tsx';

/** The restriction of the account by the network, with advice. */
export function Restriction({
	restriction: { kind, until, newChatsLeft },
}: {
	restriction: NonNullable<InstanceStatusRecord['restriction']>;
}) {
	const end = until === null ? 'until the network lifts it' : <>until {<Timestamp at={until} />}</>;
	return (
		<Notice tone="caution" live>
			{kind === 'sending' ? (
				<>The network does not let this account send messages {end}. The gateway keeps them in its queue.</>
			) : (
				<>
					The network does not let this account begin new chats {end}
					{newChatsLeft !== null && newChatsLeft > 0 && <> ({newChatsLeft} are left)</>}. The gateway sends
					answers, and keeps messages that begin a chat in its queue. Write to people who wrote first.
				</>
			)}
		</Notice>
	);
}
