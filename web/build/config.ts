import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'
import { emojiFontFolder, emojiFontPlugin, emojiPlugin, isEmojiFont } from './emoji-plugin.ts'
import { helpPlugin } from './help-plugin.ts'
import { buildFolder } from './stamp.ts'
import { textsPlugin } from './texts-plugin.ts'
import { wirePlugin } from './wire-plugin.ts'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** The Vite configuration of `npm start` and `npm run dev`. */
export const config = (): InlineConfig => ({
  configFile: false,
  root,
  logLevel: 'warn',
  plugins: [
    wirePlugin(),
    textsPlugin(`${root}src/texts`),
    helpPlugin(`${root}src`),
    emojiPlugin(),
    emojiFontPlugin(),
    react(),
  ],
  // Catalogs are parsed at build time, so the browser needs no parser.
  resolve: {
    alias: [
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
      },
    ],
  },
  build: {
    target: 'es2023',
    outDir: buildFolder,
    emptyOutDir: true,
    chunkSizeWarningLimit: 700,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The first view loads two files instead of eighty, and libraries stay cached when only the app changes.
    rolldownOptions: {
      // Importing one name of the contract does not load its other files into the first view.
      treeshake: { moduleSideEffects: [{ test: /\/contract\/src\//, sideEffects: false }] },
      output: {
        assetFileNames: ({ names }) =>
          `${isEmojiFont(names[0]) ? emojiFontFolder : 'assets'}/[name]-[hash][extname]`,
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 2 },
            { name: 'app', tags: ['$initial'], priority: 1 },
          ],
        },
      },
    },
  },
})
