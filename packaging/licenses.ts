import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProductionPackage } from './production-packages.ts'
import { root } from './repository.ts'

const isLicense = (name: string) => /^(licen[cs]e|copying|notice)/i.test(name)

/** The license texts of packages, one after the other. */
export const licenseTexts = (packages: readonly ProductionPackage[]) =>
  packages
    .map(({ name, version, license, folder }) => {
      const files = readdirSync(join(root, folder), { withFileTypes: true })
      const texts = files
        .filter((entry) => entry.isFile() && isLicense(entry.name))
        .map((entry) => readFileSync(join(root, folder, entry.name), 'utf8').trim())
      return [`${name} ${version} (${license})`, '', ...texts, ''].join('\n')
    })
    .join(`${'-'.repeat(80)}\n`)
