import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** A picture of all filmed pages, and how long the film shows it. */
export type Frame = { pictures: Buffer[]; milliseconds: number };

/** A scene of a film: pages side by side, each under a heading. */
export type Scene = { heading: string; page: Page }[];

/** Longer than a frame takes on a busy machine, so that a wait does not become longer in the film than it is. */
const LONGEST_LIVE_FRAME_MS = 400;

/** Pixels of the film for each pixel of a page: for screens with a high resolution. */
const SHARPNESS = 1.5;

/** Films pages of a browser, one picture of all of them at a time. */
export class Camera {
	readonly frames: Frame[] = [];
	readonly #scene: Scene;

	constructor(scene: Scene) {
		this.#scene = scene;
	}

	/** The length of the film so far. */
	get milliseconds(): number {
		return this.frames.reduce((sum, frame) => sum + frame.milliseconds, 0);
	}

	/** Takes one picture, which the film shows for a time. */
	async hold(milliseconds: number): Promise<void> {
		this.#add({ pictures: await this.#pictures(), milliseconds });
	}

	/** Takes pictures until something has happened. The film shows each for as long as it was current. */
	async follow(happening: Promise<unknown>): Promise<void> {
		const state = { isOver: false };
		const settled = happening.finally(() => {
			state.isOver = true;
		});
		// The caller gets the failure below; the loop only has to end.
		settled.catch(() => undefined);
		while (!state.isOver) {
			const start = performance.now();
			const pictures = await this.#pictures();
			const milliseconds = Math.min(performance.now() - start, LONGEST_LIVE_FRAME_MS);
			this.#add({ pictures, milliseconds: Math.round(milliseconds) });
		}
		await settled;
	}

	/** Adds a frame, or lets the previous one stay longer if nothing has changed. */
	#add(frame: Frame): void {
		const previous = this.frames.at(-1);
		const isSame = previous?.pictures.every((picture, index) =>
			picture.equals(frame.pictures[index] ?? picture),
		);
		if (previous !== undefined && isSame === true) previous.milliseconds += frame.milliseconds;
		else this.frames.push(frame);
	}

	#pictures(): Promise<Buffer[]> {
		return Promise.all(
			this.#scene.map(({ page }) => page.screenshot({ animations: 'disabled', caret: 'initial' })),
		);
	}

	/** Draws each frame with the headings above its pages, as PNG files of a temporary folder. */
	async develop<T>(use: (files: { file: string; milliseconds: number }[]) => Promise<T>): Promise<T> {
		const folder = await mkdtemp(path.join(os.tmpdir(), 'film-'));
		const [first] = this.#scene;
		if (first === undefined) throw new Error('The scene is empty.');
		const screen = await first.page.context().browser()?.newPage({ deviceScaleFactor: SHARPNESS });
		if (screen === undefined) throw new Error('The browser is closed.');
		try {
			const files: { file: string; milliseconds: number }[] = [];
			for (const [index, { pictures, milliseconds }] of this.frames.entries()) {
				const file = path.join(folder, `${String(index).padStart(4, '0')}.png`);
				await writeFile(file, await this.#draw(screen, pictures));
				files.push({ file, milliseconds });
			}
			return await use(files);
		} finally {
			await screen.close();
			await rm(folder, { recursive: true, force: true });
		}
	}

	async #draw(screen: Page, pictures: Buffer[]): Promise<Buffer> {
		const parts = this.#scene.map(({ heading, page }, index) => {
			const { width = 0, height = 0 } = page.viewportSize() ?? {};
			const source = `data:image/png;base64,${pictures[index]?.toString('base64') ?? ''}`;
			return `<section><h1>${heading}</h1><img src="${source}" width="${width}" height="${height}"></section>`;
		});
		await screen.setContent(`<style>${STYLE}</style><main>${parts.join('')}</main>`);
		await screen
			.locator('img')
			.last()
			.evaluate((image) => (image as unknown as { decode: () => Promise<void> }).decode());
		return screen.locator('main').screenshot();
	}
}

const STYLE = `
	body { margin: 0; }
	main { display: inline-flex; gap: 12px; padding: 12px; background: #e6ece9; }
	h1 { margin: 0 0 8px; font: 600 17px system-ui, sans-serif; color: #18332f; }
	img { display: block; border-radius: 8px; }
`;
