import { PageHeader } from '../../components/page-header.tsx';

export default function Keys() {
	return <PageHeader title="Keys" />;
}
