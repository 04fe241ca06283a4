import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'

export const fontPath = '/pages/source-sans-3.woff2'

const file = fileURLToPath(
  import.meta.resolve('@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2'),
)

/**
 * The font of the web app. The fallback's metrics are adjusted to it, so that the layout does not shift when it
 * loads.
 */
export const fontFaces = `
@font-face { font-family: "Source Sans 3 Variable"; font-weight: 200 900; font-display: swap; src: url(${fontPath}) format("woff2");
  unicode-range: U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191,
    U+2193, U+2212, U+2215, U+FEFF, U+FFFD }
@font-face { font-family: "Source Sans 3 Fallback"; src: local("Arial"), local("Liberation Sans"), local("Helvetica");
  size-adjust: 93.76%; ascent-override: 109.2%; descent-override: 42.66%; line-gap-override: 0% }
`

/** Serves the font for server-rendered pages. */
export function serveFont(server: FastifyInstance): void {
  server.get(fontPath, async (_request, reply) => {
    await reply
      .type('font/woff2')
      .header('cache-control', 'public, max-age=86400')
      .header('x-content-type-options', 'nosniff')
      .send(await readFile(file))
  })
}
