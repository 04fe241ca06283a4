import { emojiByCategory } from '@loquat/server/markdown/emoji/unicode.ts'
import type { Plugin } from 'vite'
import { virtualModule } from './virtual-module.ts'
import { withoutTable } from './woff.ts'

/** Serves the emoji of the server as data, so that names and codes are the same on both sides. */
export const emojiPlugin = (): Plugin => ({
  name: 'loquat-emoji',
  ...virtualModule('virtual:emoji', () => {
    const data = emojiByCategory().map(({ category, emoji }) => ({
      category,
      emoji: emoji.map(({ code, names, tags }) => [code, names.join(' '), tags.join(' ')]),
    }))
    // JSON.parse is faster than an object literal.
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(data))})`
  }),
})

/** Folder of the emoji font. The service worker keeps only files directly in `assets`, and the font is large. */
export const emojiFontFolder = 'assets/emoji'

export const isEmojiFont = (file: string | undefined): boolean =>
  file?.startsWith('noto-color-emoji') === true

/**
 * Prepares the emoji font. It is sliced by character range, and browsers load only the slices they need. It is renamed, so that it does not
 * collide with a system font. Each slice has two files: WOFF with vector layers (COLRv1) and SVG, and WOFF2 with SVG only. Browsers that
 * support COLRv1 get the WOFF without its SVG table, a third of the size; others get the WOFF2.
 */
export const emojiFontPlugin = (): Plugin => ({
  name: 'loquat-emoji-font',
  enforce: 'pre',
  transform: {
    filter: { id: /noto-color-emoji\/400\.css/ },
    handler: (code) =>
      code
        .replaceAll("'Noto Color Emoji'", "'Loquat Emoji'")
        .replaceAll(
          /src: (url\([^)]*\.woff2\) format\('woff2'\)), (url\([^)]*\.woff\) format\('woff'\))/g,
          'src: $2 tech(color-COLRv1), $1',
        ),
  },
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'asset' && file.fileName.endsWith('.woff') && isEmojiFont(file.names[0]))
        file.source = withoutTable(Buffer.from(file.source), 'SVG ')
    }
  },
})
