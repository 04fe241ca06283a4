import { whenLive } from '../session/session.ts'

/** Loads the bundled emoji font after the first view. Browsers then fetch only the slices whose emoji are on screen. */
export function startEmojiFont(): void {
  whenLive(() => void import('@fontsource/noto-color-emoji/400.css').catch(() => {}))
}
