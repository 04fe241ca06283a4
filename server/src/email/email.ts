import { directionOf } from '@loquat/contract'
import { escapeHtml } from '../text.ts'
import type { Language } from '../texts/texts.ts'
import { emailTexts } from './template.ts'

/** A part of an email's body, independent of format. */
export type Block =
  | { text: string }
  /** A button. Its URL is shown as well. */
  | { button: string; url: string }
  /** Quoted text, such as a message, and its author. */
  | { quote: string; by?: string }

export interface Email {
  /** Email address of the recipient. */
  to: string
  /** For screen readers. */
  language: Language
  subject: string
  body: readonly Block[]
  /** Where replies go, if anywhere. */
  replyTo?: string
  /** Unsubscribes from emails of this kind without logging in. */
  unsubscribeUrl?: string
}

export const paragraph = (text: string): Block => ({ text })
export const button = (label: string, url: string): Block => ({ button: label, url })
export const quote = (text: string, by?: string): Block => ({
  quote: text,
  ...(by === undefined ? {} : { by }),
})

/** The plain text version. */
export function toText({ language, body, unsubscribeUrl }: Email): string {
  const parts = body.map((block) => {
    if ('text' in block) return block.text
    if ('button' in block) return `${block.button}:\n${block.url}`
    const lines = block.quote.split('\n').map((line) => `> ${line}`.trimEnd())
    return [...(block.by === undefined ? [] : [`${block.by}:`]), ...lines].join('\n')
  })
  if (unsubscribeUrl !== undefined) {
    parts.push(`--\n${emailTexts(language)('stop')}:\n${unsubscribeUrl}`)
  }
  return `${parts.join('\n\n')}\n`
}

const font = 'font-family:system-ui,-apple-system,"Segoe UI",Roboto,sans-serif'
const pressable =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#2f6f4f;color:#ffffff;text-decoration:none'

export function toHtml({ language, subject, body, unsubscribeUrl }: Email): string {
  const text = emailTexts(language)
  const direction = directionOf(language) === 'rtl' ? ' dir="rtl"' : ''
  const parts = body.map((block) => {
    if ('text' in block) return `<p style="margin:0 0 16px">${lines(block.text)}</p>`
    if ('button' in block) {
      const url = escapeHtml(block.url)
      return (
        `<p style="margin:0 0 8px"><a href="${url}" style="${escapeHtml(pressable)}">${escapeHtml(block.button)}</a></p>` +
        `<p style="margin:0 0 16px;font-size:13px;color:#5c6660">${escapeHtml(text('orOpen', { url: block.url }))}</p>`
      )
    }
    const by = block.by === undefined ? '' : `<strong>${escapeHtml(block.by)}</strong><br>`
    return `<div style="margin:0 0 16px;padding-block:2px;padding-inline-start:12px;border-inline-start:3px solid #d5dbd8">${by}${lines(block.quote)}</div>`
  })
  const footer =
    unsubscribeUrl === undefined
      ? ''
      : `<p style="margin:24px 0 0;font-size:13px"><a href="${escapeHtml(unsubscribeUrl)}" style="color:#5c6660">${escapeHtml(text('stop'))}</a></p>`
  return (
    `<!doctype html><html lang="${language}"${direction}><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>` +
    `<body style="margin:0;padding:24px;background:#ffffff;color:#1c211f;${escapeHtml(font)};font-size:16px;line-height:1.5">` +
    `<div${direction} style="max-width:560px;margin:0 auto">${parts.join('')}${footer}</div></body></html>`
  )
}

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')
