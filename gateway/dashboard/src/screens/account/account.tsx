import { PageHeader } from '../../components/layout/page-header.tsx';
import { ChangePassword } from './change-password.tsx';
import { Sessions } from './sessions.tsx';

/** The owner's password and sessions. */
export default function Account() {
	return (
		<>
			<PageHeader title="Account" about="This gateway has one owner. The password opens this page." />
			<div class="stack">
				<ChangePassword />
				<Sessions />
			</div>
		</>
	);
}
