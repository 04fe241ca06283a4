import { z } from 'zod'

/** What turns into a link: a pattern, and the address with the pattern's groups filled in. */
export const linkifierObject = z.strictObject({ id: z.int(), pattern: z.string(), url_template: z.string() })
export type LinkifierObject = z.output<typeof linkifierObject>

/** Where a piece of code can be tried out. */
export const playgroundObject = z.strictObject({
  id: z.int(),
  name: z.string(),
  highlight_language: z.string(),
  /** The same under its historical name. */
  pygments_language: z.string(),
  url_template: z.string(),
})
export type PlaygroundObject = z.output<typeof playgroundObject>
