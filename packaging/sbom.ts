import { createHash } from 'node:crypto'
import type { ProductionPackage } from './production-packages.ts'
import { version } from './repository.ts'

/** A software bill of materials in CycloneDX 1.6. The same packages at the same time give the same document. */
export function softwareBill(packages: readonly ProductionPackage[], time: number): object {
  // A version can be installed in two folders.
  const components = [...new Map(packages.map(component).map((one) => [one.purl, one])).values()]
  const digest = createHash('sha256').update(JSON.stringify(components)).digest('hex')
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${asUuid(digest)}`,
    version: 1,
    metadata: {
      timestamp: new Date(time * 1_000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': `loquat@${version}`,
        name: 'loquat',
        version,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components,
    dependencies: [
      { ref: `loquat@${version}`, dependsOn: components.map((one) => one['bom-ref']) },
      ...components.map((one) => ({ ref: one['bom-ref'] })),
    ],
  }
}

function component({ name, version, license, integrity }: ProductionPackage) {
  const [, scope, rest] = /^(?:@([^/]+)\/)?(.+)$/.exec(name) ?? []
  const purl = `pkg:npm/${scope === undefined ? '' : `%40${scope}/`}${rest}@${version}`
  const [, algorithm, digest] = /^(sha512)-(.+)$/.exec(integrity ?? '') ?? []
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    licenses: [
      /^[\w.+-]+$/.test(license) && license !== 'unknown'
        ? { license: { id: license } }
        : { expression: license },
    ],
    ...(algorithm === undefined || digest === undefined
      ? {}
      : { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }),
  }
}

/** A digest in the form of a random UUID. */
const asUuid = (digest: string) =>
  digest
    .slice(0, 32)
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, (_, a, b, c, d, e) => `${a}-${b}-4${c}-8${d}-${e}`)
