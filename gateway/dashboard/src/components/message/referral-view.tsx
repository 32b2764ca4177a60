import { OutsideLink } from './outside-link.tsx';
import { safeLink } from './safe-link.ts';
import type { ShownDetails } from './shown-message.ts';

type Referral = NonNullable<ShownDetails['referral']>;

const WORDS: Record<Referral['kind'], string> = {
	ad: 'From an advertisement',
	post: 'From a post',
	product: 'About a product',
	other: 'From a link',
};

/** The advertisement, post or product that began a conversation. */
export function ReferralView({ referral: { kind, url, title, text } }: { referral: Referral }) {
	const link = safeLink(url);
	const name = title ?? text;
	return (
		<div class="message-card small">
			<p class="soft">{WORDS[kind]}</p>
			{name !== null && (
				<p dir="auto" class="message-referral">
					{name}
				</p>
			)}
			{link !== null && (
				<p>
					<OutsideLink href={link}>Open it</OutsideLink>
				</p>
			)}
		</div>
	);
}
