import { PageHeader } from '../../components/page-header.tsx';

export default function Audit() {
	return <PageHeader title="Audit" />;
}
