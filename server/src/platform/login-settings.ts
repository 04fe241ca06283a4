/** Reading the settings of login providers. Problems are collected, so that the server reports all of them on start. */
export interface SettingsReader {
  env: Readonly<Record<string, string | undefined>>
  problems: string[]
}

export const optional = ({ env }: SettingsReader, name: string) => env[name]?.trim() || undefined

export function required(reader: SettingsReader, name: string, because: string): string {
  const value = optional(reader, name)
  if (value === undefined) reader.problems.push(`${name} is missing: ${because}.`)
  return value ?? ''
}

export function isOn(reader: SettingsReader, name: string): boolean {
  const value = optional(reader, name) ?? 'off'
  if (value !== 'on' && value !== 'off')
    reader.problems.push(`${name} must be "on" or "off", not "${value}".`)
  return value === 'on'
}

/** A number of a range that includes its ends. */
export function numberIn(
  reader: SettingsReader,
  name: string,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number {
  const value = Number(optional(reader, name) ?? fallback)
  if (value >= min && value <= max) return value
  reader.problems.push(`${name} must be a number from ${min} to ${max}.`)
  return fallback
}

const maxProviders = 100

/** Short names of providers, as they appear in URLs and in the names of their settings. */
export function providerNames(reader: SettingsReader, setting: string): string[] {
  const listed = (optional(reader, setting) ?? '').split(',').map((name) => name.trim())
  const names = listed.filter((name) => name !== '')
  for (const name of names) {
    if (!/^[a-z0-9][a-z0-9-]*$/.test(name)) {
      reader.problems.push(`${setting}: names have small letters, digits and hyphens only, not "${name}".`)
    }
  }
  if (new Set(names).size < names.length) reader.problems.push(`${setting} has a name twice.`)
  if (names.length > maxProviders) reader.problems.push(`${setting} has more than ${maxProviders} names.`)
  return names
}

/** `LOQUAT_OIDC_MY_LAB` for the provider `my-lab`. */
export const settingPrefix = (kind: 'OIDC' | 'SAML', name: string) =>
  `LOQUAT_${kind}_${name.toUpperCase().replaceAll('-', '_')}`

/** Whether the connection is encrypted or local. */
export function isSafe(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
}

export const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
