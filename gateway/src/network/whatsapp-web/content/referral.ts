import type { proto } from 'baileys';
import type { Referral } from '../../../domain/messages/message-details.ts';
import { detailOrNull, urlOrNull } from './sanitize-text.ts';

/** Where a message came from: an advertisement, a post, or a product of the catalog; null: it names none. */
export function referralIn({ externalAdReply, quotedMessage }: proto.IContextInfo): Referral | null {
	if (externalAdReply) return adReferral(externalAdReply);
	const product = quotedMessage?.productMessage?.product;
	if (!product) return null;
	return {
		kind: 'product',
		id: detailOrNull(product.productId),
		url: urlOrNull(product.url),
		title: detailOrNull(product.title),
		text: detailOrNull(product.description),
	};
}

/** Null: it is the preview of a link, not an advertisement. */
function adReferral(ad: proto.ContextInfo.IExternalAdReplyInfo): Referral | null {
	const clickId = detailOrNull(ad.ctwaClid);
	const source = ad.sourceType?.toLowerCase() ?? '';
	const isAd = source === 'ad' || clickId !== null || ad.showAdAttribution === true;
	const id = detailOrNull(ad.sourceId);
	if (!isAd && source === '' && id === null) return null;
	return {
		kind: isAd ? 'ad' : source === 'post' ? 'post' : 'other',
		id,
		url: urlOrNull(ad.sourceUrl),
		title: detailOrNull(ad.title),
		text: detailOrNull(ad.body),
		...(clickId === null ? {} : { clickId }),
	};
}
