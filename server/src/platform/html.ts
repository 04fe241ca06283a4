import { escapeHtml } from '../text.ts'

/** HTML that is safe to show. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | undefined | false | Html | readonly Html[]

/** Builds HTML; values are escaped unless they are Html. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((string, n) => string + (n < parts.length ? show(parts[n]) : '')).join(''))
}

function show(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  return typeof part === 'object' ? part.map((one) => one.text).join('') : escapeHtml(String(part))
}
