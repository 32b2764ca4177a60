import type { FailedMessage } from '../../api/types.ts';
import { Ago } from '../../components/ago.tsx';
import { Panel } from '../../components/panel.tsx';
import { personOf } from '../../components/person.ts';
import { linkTo } from '../../routing/location.ts';

/** The messages that failed last; each tells why, and what to do. */
export function Failures({ failures }: { failures: readonly FailedMessage[] }) {
	return (
		<Panel title="Failed messages">
			{failures.length === 0 ? (
				<p class="soft">None. When a message fails, it stands here with the reason.</p>
			) : (
				<ul class="overview-rows">
					{failures.map(({ messageId, to, chatId, at, error }) => (
						<li key={messageId}>
							<a class="row" href={linkTo('messages', messageId)}>
								<span class="row-main">
									<span class="row-title">{personOf(to, chatId)}</span>
									<span class="row-sub">{error.message}</span>
								</span>
								<span class="row-side">
									<Ago at={at} />
								</span>
							</a>
						</li>
					))}
				</ul>
			)}
		</Panel>
	);
}
