import { z } from 'zod'

/** A pattern, and the URL template that matches of the pattern link to. */
export const linkifierObject = z.strictObject({ id: z.int(), pattern: z.string(), url_template: z.string() })
export type LinkifierObject = z.output<typeof linkifierObject>

/** An external site where code blocks of a language can be run. */
export const playgroundObject = z.strictObject({
  id: z.int(),
  name: z.string(),
  highlight_language: z.string(),
  /** Historical name of `highlight_language`. */
  pygments_language: z.string(),
  url_template: z.string(),
})
export type PlaygroundObject = z.output<typeof playgroundObject>
