import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './repository.ts'

/** A package in the lock file. */
export interface LockedPackage {
  version?: string
  license?: string
  integrity?: string
  resolved?: string
  link?: boolean
  hasInstallScript?: boolean
}

/** By folder: `node_modules/pg`. */
export type LockedPackages = Record<string, LockedPackage>

/** Licenses that allow everyone to use, change and distribute Loquat with the package. */
const allowedLicenses = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
])

/** Packages with another license, or none in their manifest, and why they are allowed. */
const licenseExceptions: Record<string, string> = {
  'xml-escape': 'MIT; the manifest says "MIT License"',
  'combine-errors': 'MIT, as its readme says; the manifest has no license',
  '@img/sharp-*': 'LGPL-3.0-or-later: libvips as a shared library of its own, which can be replaced',
}

/** Packages that are installed in several versions, because others require different ones. */
const allowedDuplicates: Record<string, string> = {
  '@noble/curves': 'age-encryption and its post-quantum library require different versions',
  '@noble/hashes': 'age-encryption and its post-quantum library require different versions',
  '@types/node': 'types only',
  'undici-types': 'types only',
  'cluster-key-slot': 'of optional Redis clients, which are never loaded',
  'content-type': 'of oidc-provider, for tests',
  depd: 'of oidc-provider, for tests',
  'fast-uri': 'of Fastify, whose schema compilers differ',
  'http-errors': 'of oidc-provider, for tests',
  'mime-db': 'of oidc-provider and zulip-js, for tests',
  'mime-types': 'of oidc-provider and zulip-js, for tests',
  nodemailer: 'smtp-server requires another version',
  'set-cookie-parser': '@tus/server requires another version than the test client of Fastify',
  statuses: 'of oidc-provider, for tests',
  xmlbuilder: 'of xml2js, which @node-saml/node-saml requires besides a later version',
  xpath: 'of the signature and encryption libraries of @node-saml/node-saml, and of samlify, for tests',
  tslib: 'of tsyringe, which the certificate library of @simplewebauthn/server requires',
}

const nameOf = (folder: string) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** An expression such as `(MIT OR Apache-2.0)` is allowed if one alternative is, or all required ones are. */
function isAllowed(expression: string): boolean {
  const alternatives = expression.replace(/[()]/g, '').split(' OR ')
  return alternatives.some((one) => one.split(' AND ').every((license) => allowedLicenses.has(license)))
}

const hasException = (name: string) =>
  Object.keys(licenseExceptions).some((pattern) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  )

/** The license in the manifest of an installed package. */
export function installedLicense(folder: string): string | undefined {
  const path = join(root, folder, 'package.json')
  if (!existsSync(path)) return undefined
  return (JSON.parse(readFileSync(path, 'utf8')) as { license?: string }).license
}

/** Problems of the locked packages, one sentence each. */
export function lockProblems(
  packages: LockedPackages,
  allowedScripts: readonly string[],
  licenseOf: (folder: string) => string | undefined = installedLicense,
): string[] {
  const locked = Object.entries(packages).filter(
    ([folder, { link }]) => folder.includes('node_modules/') && !link,
  )
  return [
    ...scriptProblems(locked, allowedScripts),
    ...locked.flatMap(([folder, entry]) => sourceProblems(folder, entry)),
    ...duplicateProblems(locked),
    ...locked.flatMap(([folder, entry]) => licenseProblems(folder, licenseOf(folder) ?? entry.license)),
  ]
}

type Locked = [folder: string, entry: LockedPackage][]

function scriptProblems(locked: Locked, allowed: readonly string[]): string[] {
  const found = new Set(
    locked.filter(([, entry]) => entry.hasInstallScript).map(([folder]) => nameOf(folder)),
  )
  return [
    ...[...found]
      .filter((name) => !allowed.includes(name))
      .map((name) => `${name} runs an install script, which package.json does not allow`),
    ...allowed
      .filter((name) => !found.has(name))
      .map((name) => `${name} has no install script: remove it from allowScripts in package.json`),
  ]
}

/** Packages come from the registry that npm is configured for, and are verified by their hash. */
function sourceProblems(folder: string, { resolved, integrity }: LockedPackage): string[] {
  return [
    ...(resolved === undefined ? [] : [`${folder} names where it was downloaded from: ${resolved}`]),
    ...(integrity?.startsWith('sha512-') ? [] : [`${folder} has no SHA-512 hash`]),
  ]
}

function duplicateProblems(locked: Locked): string[] {
  const versions = new Map<string, Set<string>>()
  for (const [folder, { version = '' }] of locked) {
    const name = nameOf(folder)
    versions.set(name, (versions.get(name) ?? new Set()).add(version))
  }
  const duplicates = [...versions].filter(([, some]) => some.size > 1)
  return [
    ...duplicates
      .filter(([name]) => !(name in allowedDuplicates))
      .map(([name, some]) => `${name} is installed in ${some.size} versions: ${[...some].join(', ')}`),
    ...Object.keys(allowedDuplicates)
      .filter((name) => (versions.get(name)?.size ?? 0) < 2)
      .map((name) => `${name} is installed in one version: remove it from allowedDuplicates`),
  ]
}

function licenseProblems(folder: string, license: string | undefined): string[] {
  if (hasException(nameOf(folder)) || (license !== undefined && isAllowed(license))) return []
  return [`${folder} has the license ${license ?? 'unknown'}, which is not in the list`]
}
