import type { FailedMessage } from '../../api/types.ts';
import { RelativeTime } from '../../components/display/relative-time.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { formatPerson } from '../../components/display/person.ts';
import { hrefTo } from '../../routing/location.ts';
import { Row, RowDetail, RowSide } from '../../components/lists/row.tsx';

/** The latest failed messages. */
export function Failures({ failures }: { failures: readonly FailedMessage[] }) {
	return (
		<Panel title="Failed messages">
			{failures.length === 0 ? (
				<p class="soft">None. A failed message appears here with its reason.</p>
			) : (
				<ul class="overview-rows">
					{failures.map(({ messageId, to, chatId, at, error }) => (
						<li key={messageId}>
							<Row
								href={hrefTo('messages', messageId)}
								title={formatPerson(to, chatId)}
								side={
									<RowSide>
										<RelativeTime at={at} />
									</RowSide>
								}
							>
								<RowDetail>{error.message}</RowDetail>
							</Row>
						</li>
					))}
				</ul>
			)}
		</Panel>
	);
}
