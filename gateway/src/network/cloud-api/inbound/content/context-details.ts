import type { MessageDetails, Referral } from '../../../../domain/messages/message-details.ts';
import { getPath } from '../../graph/json.ts';
import { detailText, detailUrl } from './detail-text.ts';

/** Reads what a message of any type can have: whether it was forwarded, and what it came from. */
export function contextDetails(message: unknown): Pick<MessageDetails, 'forwarded' | 'referral'> {
	const isForwarded = ['forwarded', 'frequently_forwarded'].some(
		(name) => getPath(message, 'context', name) === true,
	);
	const referral =
		adOf(getPath(message, 'referral')) ?? productOf(getPath(message, 'context', 'referred_product'));
	return { ...(isForwarded ? { forwarded: true } : {}), ...(referral === null ? {} : { referral }) };
}

/** The advertisement or the post by which the person came. */
function adOf(part: unknown): Referral | null {
	if (typeof part !== 'object' || part === null) return null;
	const kind = getPath(part, 'source_type');
	const clickId = detailText(part, 'ctwa_clid');
	return {
		kind: kind === 'ad' || kind === 'post' ? kind : 'other',
		id: detailText(part, 'source_id'),
		url: detailUrl(part, 'source_url'),
		title: detailText(part, 'headline'),
		text: detailText(part, 'body'),
		...(clickId === null ? {} : { clickId }),
	};
}

/** The product of a catalog that the person asks about. */
function productOf(part: unknown): Referral | null {
	const id = detailText(part, 'product_retailer_id');
	if (id === null) return null;
	const catalogId = detailText(part, 'catalog_id');
	const unknown = { url: null, title: null, text: null };
	return { kind: 'product', id, ...unknown, ...(catalogId === null ? {} : { catalogId }) };
}
