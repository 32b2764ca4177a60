import { PageHeader } from '../../components/page-header.tsx';

export default function Account() {
	return <PageHeader title="Account" />;
}
