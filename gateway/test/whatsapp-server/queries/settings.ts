import { stanza, type Stanza } from '../wire/stanza.ts';
import type { Query } from './query.ts';

/** The server's feature flags: privacy tokens in individual chats and for pictures. */
export function answerProps(): Stanza[] {
	const prop = (code: string) => stanza('prop', { config_code: code, config_value: '1' });
	return [stanza('props', { protocol: '1', hash: 'test' }, [prop('10518'), prop('9666')])];
}

export function answerBlocklist({ iq }: Query): Stanza[] {
	return iq.attrs.type === 'get' ? [stanza('list', { dhash: 'test' })] : [];
}

/** The account's privacy settings: everything is public. Changes and tokens are accepted. */
export function answerPrivacy({ iq }: Query): Stanza[] {
	if (iq.attrs.type !== 'get') return [];
	const all = (name: string) => stanza('category', { name, value: 'all' });
	const names = ['readreceipts', 'last', 'online', 'profile', 'status', 'groupadd', 'calladd', 'messages'];
	return [stanza('privacy', {}, names.map(all))];
}

/** GraphQL in a stanza: the account has no restrictions. */
export function answerMex(): Stanza[] {
	const data = {
		xwa2_fetch_account_reachout_timelock: { is_active: false, enforcement_type: 'DEFAULT' },
		xwa2_message_capping_info: { total_quota: 100, used_quota: 0, capping_status: 'NONE' },
	};
	return [stanza('result', {}, Buffer.from(JSON.stringify({ data })))];
}
