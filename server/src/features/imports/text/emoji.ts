import { createRequire } from 'node:module'
import { namesOf } from '../../../markdown/emoji/unicode.ts'

/**
 * Names of emoji mean different things in different products, codes do not. A source goes from its name to the code, and
 * from the code to our name.
 */

/** `:name:` with our name of a code, or the characters if the code has no name of its own, as with skin tones. */
export function emojiMarkdown(code: string): string {
  const [name] = namesOf(code)
  return name === undefined ? charactersOf(code) : `:${name}:`
}

/** Whether a code can be a reaction here. */
export const isKnownEmoji = (code: string) => namesOf(code).length > 0

const charactersOf = (code: string) =>
  String.fromCodePoint(...code.split('-').map((point) => Number.parseInt(point, 16)))

/** The code of a name that Slack and Mattermost use, with or without a skin tone; undefined if there is none. */
export function codeOfShortName(name: string): string | undefined {
  const [, base = name, tone] =
    /^(.+?)(?:::skin-tone-([2-6])|_((?:medium_)?(?:light|dark)|medium)_skin_tone)?$/.exec(name) ?? []
  const toneName = /_((?:medium_)?(?:light|dark)|medium)_skin_tone$/.exec(name)?.[1]
  const code = shortNames().get(base)
  const toneCode = tone === undefined ? toneNames[toneName ?? ''] : toneCodes[Number(tone) - 2]
  return code === undefined || toneCode === undefined ? code : withTone(code, toneCode)
}

/** The skin tones of Slack are numbered from 2, the lightest, to 6. */
const toneCodes = ['1f3fb', '1f3fc', '1f3fd', '1f3fe', '1f3ff'] as const
const toneNames: Record<string, string> = {
  light: '1f3fb',
  medium_light: '1f3fc',
  medium: '1f3fd',
  medium_dark: '1f3fe',
  dark: '1f3ff',
}

/** The tone follows the first character: 1f44b-1f3fd. */
function withTone(code: string, tone: string): string {
  const [first, ...rest] = code.split('-')
  return [first, tone, ...rest].join('-')
}

/** The same emoji without a skin tone, under which reactions are counted. */
export const withoutTone = (code: string) =>
  code
    .split('-')
    .filter((point) => !(toneCodes as readonly string[]).includes(point))
    .join('-')

let loaded: Map<string, string> | undefined

/** Codes by short name. The table is from `emoji-datasource` 16 (MIT), which Slack and Mattermost use. */
function shortNames(): Map<string, string> {
  if (loaded === undefined) {
    const table = createRequire(import.meta.url)('./short-names.json') as Record<string, readonly string[]>
    loaded = new Map(Object.entries(table).flatMap(([code, names]) => names.map((name) => [name, code])))
  }
  return loaded
}
