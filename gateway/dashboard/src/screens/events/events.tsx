import { PageHeader } from '../../components/page-header.tsx';

export default function Events() {
	return <PageHeader title="Events" />;
}
