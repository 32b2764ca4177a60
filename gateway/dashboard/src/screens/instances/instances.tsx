import { PageHeader } from '../../components/page-header.tsx';

export default function Instances() {
	return <PageHeader title="Instances" />;
}
