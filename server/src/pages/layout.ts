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

/** A page without scripts: it works everywhere, and nothing on it can be made to run. */
export function layout(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin"><title>${title}</title><style>${new Html(css)}</style></head>
<body><main><h1>${title}</h1>${content}</main></body></html>
`.text
}

export const field = (
  label: string,
  attributes: {
    name: string
    type?: string
    value?: string
    autocomplete?: string
    minlength?: number
    maxlength?: number
  },
): Html => {
  const rest = Object.entries({ type: 'text', ...attributes }).map(
    ([name, value]) => html` ${name}="${value ?? ''}"`,
  )
  return html`<label>${label}<input required${rest}></label>`
}

export const select = (
  label: string,
  name: string,
  options: readonly (readonly [string, string])[],
  chosen = '',
) =>
  html`<label>${label}<select name="${name}">${options.map(
    ([value, text]) =>
      html`<option value="${value}"${new Html(value === chosen ? ' selected' : '')}>${text}</option>`,
  )}</select></label>`

export const notice = (text: string) => html`<p class="notice" role="alert">${text}</p>`

const css = `
:root { color-scheme: light dark; --ink: #1c211f; --soft: #5c6660; --paper: #f6f8f7; --card: #fff; --line: #d5dbd8; --leaf: #2f6f4f }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ecea; --soft: #a3ada8; --paper: #161a18; --card: #1f2522; --line: #39423d; --leaf: #7cc4a0 }
  button, .button { color: #10201a !important }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
main { width: min(420px, 100%); background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 28px }
h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.25 }
p, form { margin: 0 0 16px }
main > :last-child { margin-bottom: 0 }
.soft { color: var(--soft); font-size: 14px }
.notice { border-left: 3px solid var(--leaf); padding: 2px 0 2px 12px }
label { display: block; margin: 0 0 14px; font-size: 14px; color: var(--soft) }
label.check { display: flex; gap: 8px; align-items: center }
label.check input { width: auto; margin: 0 }
input, select { display: block; width: 100%; margin-top: 4px; padding: 9px 11px; font: inherit; color: var(--ink);
  background: var(--paper); border: 1px solid var(--line); border-radius: 7px }
button, .button { display: block; width: 100%; padding: 10px; text-align: center; text-decoration: none; font: inherit; font-weight: 600; color: #fff; background: var(--leaf); border: 0; border-radius: 7px;
  cursor: pointer }
a { color: var(--leaf) }
a.button { color: #fff }
:focus-visible { outline: 2px solid var(--leaf); outline-offset: 2px }
`
