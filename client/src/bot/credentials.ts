export interface BotCredentials {
  /** URL of the server, such as `https://chat.example.com`. */
  url: string
  email: string
  apiKey: string
}

/** Names of each value: in an environment, and in the configuration files that bots of this protocol usually have. */
const names = {
  url: ['LOQUAT_BOT_URL', 'site'],
  email: ['LOQUAT_BOT_EMAIL', 'email'],
  apiKey: ['LOQUAT_BOT_API_KEY', 'key'],
} as const

/**
 * Reads credentials from an environment (`process.env`) or from the text of a file with lines such as
 * `LOQUAT_BOT_EMAIL=…` or `email=…`.
 */
export function botCredentials(
  source: Readonly<Record<string, string | undefined>> | string,
): BotCredentials {
  const values = typeof source === 'string' ? linesOf(source) : source
  const find = (field: keyof typeof names) => {
    const value = names[field].map((name) => values[name]?.trim()).find(Boolean)
    if (value === undefined) throw new Error(`A bot needs ${names[field][0]}, which is not there.`)
    return value
  }
  return { url: find('url').replace(/\/+$/, ''), email: find('email'), apiKey: find('apiKey') }
}

/** Ignores `[sections]` and comments. */
function linesOf(text: string): Record<string, string> {
  const lines = text.matchAll(/^[ \t]*(\w+)[ \t]*=[ \t]*(?:"(.*)"|'(.*)'|(.*?))[ \t]*\r?$/gm)
  return Object.fromEntries(
    [...lines].map(([, name, double, single, plain]) => [name, double ?? single ?? plain ?? '']),
  )
}
