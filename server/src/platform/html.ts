import { escapeHtml } from '../text.ts'

/** HTML that is safe to show. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | undefined | false | Html | readonly Html[]

/** Writes HTML; whatever is put in is escaped unless it is HTML itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((string, n) => string + (n < parts.length ? show(parts[n]) : '')).join(''))
}

function show(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  return typeof part === 'object' ? part.map((one) => one.text).join('') : escapeHtml(String(part))
}
