import { PageHeader } from '../../components/page-header.tsx';

export default function Delivery() {
	return <PageHeader title="Delivery" />;
}
