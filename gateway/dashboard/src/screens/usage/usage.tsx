import { PageHeader } from '../../components/page-header.tsx';

export default function Usage() {
	return <PageHeader title="Usage" />;
}
