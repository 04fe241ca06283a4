import { code, link, plain, quote } from './markup.ts'

/** `user.name`, or alternatives of which the first with text counts: `user.name|user.login` */
const path = String.raw`\{([\w$.|-]{1,200})\}`
const placeholder = new RegExp(
  [
    String.raw`\[([^[\]\n]{1,500})\]\(${path}\)`,
    `\`${path}\``,
    path,
    String.raw`\{>([\w$.|-]{1,200})\}`,
  ].join('|'),
  'g',
)
const innerPlaceholder = new RegExp(path, 'g')

/**
 * Fills placeholders with text from a payload, so that the text has no effect as markup:
 *
 * - `{path}`: one line of text
 * - `` `{path}` ``: code
 * - `[words]({path})`: a link; the words may have placeholders
 * - `{>path}`: a block quote
 *
 * A missing value is empty. `values` are markup and take precedence.
 */
export function fillTemplate(
  template: string,
  textOf: (path: string) => string,
  values: Readonly<Record<string, string>> = {},
): string {
  const first = (paths: string) =>
    paths
      .split('|')
      .map(textOf)
      .find((text) => text !== '') ?? ''
  return template.replace(
    placeholder,
    (_, words?: string, address?: string, inCode?: string, inLine?: string, quoted?: string) => {
      if (words !== undefined) {
        return link(
          words.replace(innerPlaceholder, (_placeholder, paths: string) => first(paths)),
          first(address ?? ''),
        )
      }
      if (inCode !== undefined) return first(inCode) && code(first(inCode))
      if (quoted !== undefined) return quote(first(quoted))
      const paths = inLine ?? ''
      return Object.hasOwn(values, paths) ? (values[paths] ?? '') : plain(first(paths))
    },
  )
}
