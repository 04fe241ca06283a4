/** Lines by which email programs introduce quoted text. They are short, so long lines are not tested. */
const maxIntroductionLength = 300
const introductions = [
  /^>?\s*On\b.{4,}\bwrote:\s*$/i,
  /^>?\s*Am\b.{4,}\bschrieb\b.{0,150}:\s*$/i,
  /^>?\s*Le\b.{4,}\ba écrit\s*:\s*$/i,
  /^>?\s*El\b.{4,}\bescribió:\s*$/i,
  /^-{2,}\s*(?:Original Message|Ursprüngliche Nachricht|Original-Nachricht)\s*-{2,}\s*$/i,
  /^_{20,}\s*$/,
]
/** The header block with which Outlook begins quoted text. */
const headerStart = /^\*{0,2}(?:From|Von):\*{0,2}\s\S/
const headerRest = /^\*{0,2}(?:Sent|Gesendet|Date|Datum|To|An):\*{0,2}\s\S/
const signatures = [
  /^--\s*$/,
  /^(?:Sent from my|Get Outlook for|Von meinem .{1,30} gesendet|Gesendet von)\b/i,
]

/** The text that a person wrote, without the text they reply to and their signature. */
export function withoutQuotes(text: string): string {
  const all = text.replace(/\r\n?/g, '\n').split('\n')
  const end = all.findIndex((_, at) => isIntroduction(all, at) || isSignature(all[at] ?? ''))
  const written = end === -1 ? all : all.slice(0, end)
  // Quoted lines between answers give them meaning; at the end they are the message itself.
  while (written.length > 0 && /^\s*(?:>.*)?$/.test(written.at(-1) ?? '')) written.pop()
  return written.join('\n').trim()
}

function isIntroduction(all: readonly string[], at: number): boolean {
  const line = all[at] ?? ''
  if (line === '' || line.length > maxIntroductionLength) return false
  if (introductions.some((pattern) => pattern.test(line))) return true
  // Email programs wrap long introductions.
  const joined = `${line} ${all[at + 1] ?? ''}`
  if (/^>?\s*(?:On|Am|Le|El)\b/i.test(line) && joined.length <= maxIntroductionLength) {
    if (introductions.slice(0, 4).some((pattern) => pattern.test(joined))) return true
  }
  return headerStart.test(line) && all.slice(at + 1, at + 4).some((next) => headerRest.test(next))
}

const isSignature = (line: string) => line.length < 100 && signatures.some((pattern) => pattern.test(line))

/** Messages from emails have no indented code blocks: indentation in emails is layout. Fenced ones stay. */
export function withoutIndentation(text: string): string {
  let isFenced = false
  return text
    .split('\n')
    .map((line) => {
      if (/^\s{0,3}(?:```|~~~)/.test(line)) isFenced = !isFenced
      return isFenced ? line : line.replace(/^[ \t]{4,}/, '   ')
    })
    .join('\n')
}
