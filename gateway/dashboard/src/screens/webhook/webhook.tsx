import { PageHeader } from '../../components/page-header.tsx';

export default function Webhook() {
	return <PageHeader title="Webhook" />;
}
