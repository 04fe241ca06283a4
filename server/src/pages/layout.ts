import { directionOf, languages } from '@loquat/contract'
import { Html, html } from '../platform/html.ts'
import { offeredLanguages } from '../texts/offered.ts'
import type { Language } from '../texts/texts.ts'
import { fontFaces, fontPath } from './font.ts'
import type { PageText } from './texts.ts'

interface Frame {
  language?: Language
  /** The organization's icon, if it has one. */
  icon?: string | undefined
  /** The footer. */
  foot?: Html | undefined
  /** Reloads the page after this time. */
  reloadSeconds?: number
}

/** A page that works without scripts; helper.js only adds convenience. */
export function layout(
  title: Html | string,
  content: Html,
  { language = 'en', icon, foot, reloadSeconds }: Frame = {},
): string {
  return html`<!doctype html>
<html lang="${language}"${new Html(directionAttribute(language))}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin"><title>${title}</title><link rel="icon" href="${icon ?? '/assets/mark.svg'}">
<link rel="preload" href="${fontPath}" as="font" type="font/woff2" crossorigin><style>${new Html(fontFaces + css)}</style>
<script src="${helperPath}" defer></script>${reloadSeconds === undefined ? '' : html`<meta http-equiv="refresh" content="${reloadSeconds}">`}</head>
<body><main>${icon === undefined ? mark : html`<img class="mark" src="${icon}" alt="" width="40" height="40">`}<h1>${title}</h1>${content}</main>${foot}</body></html>
`.text
}

/** Pages are written from left to right unless they say otherwise. */
export const directionAttribute = (language: Language) =>
  directionOf(language) === 'rtl' ? ' dir="rtl"' : ''

/** Links to the same page in other languages, each named in its own language. */
export function languageChoice(text: PageText, current: Language, query: URLSearchParams): Html {
  const items = offeredLanguages().map((language) => {
    const name = languages[language]
    if (language === current)
      return html`<li><span aria-current="true" lang="${language}">${name}</span></li>`
    const address = new URLSearchParams(query)
    address.set('language', language)
    return html`<li><a href="?${address.toString()}" lang="${language}" hreflang="${language}">${name}</a></li>`
  })
  return html`<nav aria-label="${text('language')}"><ul class="languages">${items}</ul></nav>`
}

export const helperPath = '/pages/helper.js'

/** The problem with a form, and the field that it concerns. */
export interface Problem {
  field: string | undefined
  text: Html
}

interface FieldAttributes {
  name: string
  type?: string
  value?: string
  autocomplete?: string
  minlength?: number
  maxlength?: number
}

const attributesOf = (attributes: FieldAttributes) =>
  Object.entries({ type: 'text', ...attributes }).map(([name, value]) => html` ${name}="${value ?? ''}"`)

/** Focuses the field with the problem, or the first one. */
export function field(
  text: PageText,
  label: string,
  attributes: FieldAttributes,
  { problem, isFirst = false }: { problem?: Problem | undefined; isFirst?: boolean } = {},
): Html {
  const isWrong = problem !== undefined && problem.field === attributes.name
  const hasCaret = problem?.field === undefined ? isFirst : isWrong
  const marks = `${hasCaret ? ' autofocus' : ''}${isWrong ? ` aria-invalid="true" aria-describedby="${noticeId}"` : ''}`
  const input = html`<label>${text(label)}<input required${attributesOf(attributes)}${new Html(marks)}></label>`
  if (attributes.type !== 'password') return input
  // Hidden until the script shows it, because it needs the script.
  return html`<div class="secret">${input}<button type="button" class="reveal" hidden data-reveal="${attributes.name}" data-other="${text('hide')}">${text('show')}</button></div>`
}

/** Shown in advance. The meter needs the script; the strength is checked on submission as well. */
export function passwordRule(text: PageText, name: string): Html {
  const ids = ['strength.0', 'strength.1', 'strength.2', 'strength.3', 'strength.4']
  const levels = ids.map((id) => text(id).text)
  const texts = { levels, 'too-short': text('strength.short').text, breached: text('strength.breached').text }
  return html`<p class="strength" hidden data-strength="${name}" data-texts="${JSON.stringify(texts)}"><meter min="0" max="4" low="2" high="3" optimum="4" aria-label="${text('strength')}"></meter><span aria-live="polite"></span></p>
    <p class="soft">${text('passwordRule')}</p>`
}

export const select = (
  label: Html,
  name: string,
  options: readonly (readonly [string, string | Html])[],
  chosen = '',
) =>
  html`<label>${label}<select name="${name}">${options.map(
    ([value, text]) =>
      html`<option value="${value}"${new Html(value === chosen ? ' selected' : '')}>${text}</option>`,
  )}</select></label>`

const noticeId = 'problem'
export const notice = (text: Html) => html`<p class="notice" role="alert" id="${noticeId}">${text}</p>`

/** Time to wait. The script counts it down. */
export const waiting = (language: Language, seconds: number) =>
  html`<span data-seconds="${seconds}">${inWords(language, seconds)}</span>`

function inWords(language: Language, seconds: number): string {
  const [unit, count] = seconds < 90 ? ['second', seconds] : ['minute', Math.ceil(seconds / 60)]
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/** The Loquat logo: a fruit whose leaf is the tail of a speech bubble. */
const mark = new Html(
  '<svg class="mark" viewBox="0 0 32 32" width="40" height="40" aria-hidden="true"><path d="M17.5 8.6C18.4 4.7 21.7 2.3 26.4 2c.4 4.4-2 7.8-6.6 8.6z" fill="#2f6b57"/><path d="M14.8 8.2c7.3 0 12.2 4.6 12.2 10.9S22.1 30 14.8 30c-1.9 0-3.6-.3-5.1-.9L4.3 30l1.6-4.5C4 23.8 3 21.6 3 19.1 3 12.8 7.5 8.2 14.8 8.2z" fill="#eea04a"/><path d="M9.2 17.6c.7-2.7 2.8-4.4 5.8-4.8" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" opacity=".75"/></svg>',
)

/** Colors from the web app (web/src/design/tokens.css), as far as these pages need them. */
const css = `
:root {
  color-scheme: light dark;
  --canvas: light-dark(oklch(0.962 0.010 88), oklch(0.185 0.008 80));
  --raised: light-dark(oklch(1 0 0), oklch(0.268 0.011 80));
  --surface: light-dark(oklch(0.993 0.004 88), oklch(0.222 0.009 80));
  --line: light-dark(oklch(0.895 0.012 88), oklch(0.315 0.012 80));
  --line-strong: light-dark(oklch(0.610 0.020 80), oklch(0.560 0.018 80));
  --text: light-dark(oklch(0.250 0.015 75), oklch(0.930 0.010 85));
  --soft: light-dark(oklch(0.435 0.018 75), oklch(0.780 0.014 85));
  --leaf: light-dark(oklch(0.465 0.085 172), oklch(0.740 0.105 172));
  --leaf-hover: light-dark(oklch(0.405 0.078 172), oklch(0.800 0.100 172));
  --on-leaf: light-dark(oklch(0.995 0.005 172), oklch(0.200 0.035 172));
  --link: light-dark(oklch(0.455 0.105 245), oklch(0.790 0.095 240));
  --danger: light-dark(oklch(0.520 0.180 27), oklch(0.700 0.160 25));
  --focus: light-dark(oklch(0.550 0.190 275), oklch(0.760 0.118 285));
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; gap: 16px; padding: 16px; background: var(--canvas); color: var(--text);
  font: 16px/1.45 "Source Sans 3 Variable", "Source Sans 3 Fallback", system-ui, sans-serif }
main { width: min(420px, 100vw - 32px); background: var(--raised); border: 1px solid var(--line); border-radius: 14px; padding: 32px }
.mark { display: block; margin-bottom: 12px; border-radius: 8px }
h1 { margin: 0 0 20px; font-size: 24px; line-height: 1.3; font-weight: 600 }
p, form { margin: 0 0 16px }
main > :last-child { margin-bottom: 0 }
.soft { color: var(--soft); font-size: 15px }
.notice { border-inline-start: 3px solid var(--danger); padding: 2px 0 2px 12px }
label { display: block; margin: 0 0 16px; font-size: 15px; font-weight: 600 }
label.check { display: flex; gap: 8px; align-items: center; font-weight: 400 }
label.check input { width: auto; min-height: 0; margin: 0; accent-color: var(--leaf) }
input, select { display: block; width: 100%; min-height: 40px; margin-top: 4px; padding: 8px 11px; font: inherit; font-weight: 400; color: var(--text);
  background: var(--surface); border: 1px solid var(--line-strong); border-radius: 6px }
button, .button { display: block; width: 100%; min-height: 42px; padding: 9px; text-align: center; text-decoration: none; font: inherit;
  font-weight: 600; color: var(--on-leaf); background: var(--leaf); border: 0; border-radius: 8px; cursor: pointer }
button:hover, .button:hover { background: var(--leaf-hover) }
.strength { display: flex; gap: 10px; align-items: center; margin-top: -8px; color: var(--soft); font-size: 15px }
.strength[hidden] { display: none }
.strength meter { flex: none; width: 96px; height: 14px }
.secret { position: relative }
.secret input { padding-inline-end: 68px }
.reveal { position: absolute; inset-block-end: 4px; inset-inline-end: 4px; width: auto; min-height: 34px; padding: 4px 12px; font-size: 14px;
  color: var(--text); background: none }
.reveal:hover { background: var(--canvas) }
[aria-invalid="true"] { border-color: var(--danger) }
.plain { color: var(--text); background: none; border: 1px solid var(--line-strong) }
.plain:hover, a.plain:hover { background: var(--canvas) }
.qr { width: 200px; margin: 0 auto 16px }
.codes { columns: 2 12em }
.choice { display: grid; gap: 12px; grid-template-columns: 1fr 1fr }
details { margin: 0 0 16px }
summary { margin-bottom: 12px; padding: 4px 0; font-size: 15px; cursor: pointer }
.list { max-height: 220px; overflow: auto; padding: 12px 12px 0; border: 1px solid var(--line); border-radius: 8px }
code { overflow-wrap: anywhere }
ul { margin: 0 0 16px; padding-inline-start: 20px }
.languages { display: flex; flex-wrap: wrap; justify-content: center; max-width: 40rem; gap: 4px 16px; margin: 0; padding: 0; list-style: none; font-size: 15px; color: var(--soft) }
.languages > li > * { display: block; padding: 4px }
a { color: var(--link) }
a.button { color: var(--on-leaf) }
a.plain { color: var(--text) }
[hidden] { display: none }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
@media (prefers-contrast: more) {
  :root { --soft: var(--text); --line: var(--line-strong) }
}
@media (forced-colors: active) {
  button, .button { border: 1px solid ButtonBorder }
}
@media (pointer: coarse) {
  input, select, button, .button { min-height: 44px }
  .languages > li > *, summary, label.check { padding: 12px 8px }
  label.check { margin: 0 }
}
`
