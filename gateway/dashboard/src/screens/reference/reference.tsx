import { PageHeader } from '../../components/page-header.tsx';

export default function Reference() {
	return <PageHeader title="Reference" />;
}
