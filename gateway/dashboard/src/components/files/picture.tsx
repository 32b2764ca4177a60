import { useFileUrl } from '../../api/hooks/use-file-url.ts';

/** A picture of the gateway. */
export function Picture({ path, alt, class: name }: { path: string; alt: string; class: string }) {
	const { url, error } = useFileUrl(path);
	if (error !== undefined) return <p class="soft">The picture could not be loaded.</p>;
	return <img class={name} src={url} alt={alt} />;
}
