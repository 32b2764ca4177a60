import { PageHeader } from '../../components/page-header.tsx';

export default function Instance() {
	return <PageHeader title="Instance" />;
}
