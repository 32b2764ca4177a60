import type { InstanceStatusRecord } from '../../api/types.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { Notice } from '../../components/feedback/notice.tsx';

/** The restriction of the account by the network, with advice. */
export function Restriction({
	restriction: { kind, until, newChatsLeft },
}: {
	restriction: NonNullable<InstanceStatusRecord['restriction']>;
}) {
	const end = until === null ? 'until it lifts this' : <>until {<Timestamp at={until} />}</>;
	return (
		<Notice tone="caution" live>
			{kind === 'sending' ? (
				<>The network lets this account send nothing {end}. Messages wait.</>
			) : (
				<>
					The network lets this account begin no new chats {end}
					{newChatsLeft !== null && newChatsLeft > 0 && <> ({newChatsLeft} are left)</>}. Messages that begin
					a chat wait, answers are sent. Write to people who wrote first.
				</>
			)}
		</Notice>
	);
}
