import { PageHeader } from '../../components/page-header.tsx';

export default function Overview() {
	return <PageHeader title="Overview" />;
}
