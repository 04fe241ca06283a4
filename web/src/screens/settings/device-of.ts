const browsers = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /Safari\//],
] as const
const systems = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const

/** Browser and system from a user agent. The first match wins: most browsers claim to be several. */
export function deviceOf(agent: string): {
  browser: string | undefined
  system: string | undefined
  isPhone: boolean
} {
  const named = (table: readonly (readonly [string, RegExp])[]) =>
    table.find(([, pattern]) => pattern.test(agent))?.[0]
  return { browser: named(browsers), system: named(systems), isPhone: /Mobile|Android|iPhone/.test(agent) }
}
