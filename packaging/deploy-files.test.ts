import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { releases } from '@loquat/server/db/migrations/releases.ts'
import { configFrom } from '@loquat/server/platform/config.ts'
import { describe, expect, it } from 'vitest'
import { root, version } from './repository.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const yaml = createRequire(import.meta.url)('js-yaml') as { loadAll(text: string): unknown[] }
const pinned = /^[\w./-]+:\d+\.\d+(\.\d+)?(-[\w.-]+)?$/

/** Instructions, with continued lines joined and comments removed. */
function instructionsOf(dockerfile: string): { name: string; rest: string }[] {
  const lines = dockerfile
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
      return { name, rest: rest.replace(/\s+/g, ' ') }
    })
}

describe('The Dockerfile', () => {
  const instructions = instructionsOf(read('deploy/docker/Dockerfile'))
  const all = (name: string) => instructions.filter((one) => one.name === name).map(({ rest }) => rest)
  const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))

  it('has only known instructions, and commands as lists', () => {
    const known =
      'FROM|WORKDIR|COPY|RUN|USER|ENV|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT|CMD|ARG|LABEL'.split(
        '|',
      )
    expect(instructions.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
    for (const command of [...all('ENTRYPOINT'), ...all('CMD')])
      expect(JSON.parse(command)).toBeInstanceOf(Array)
  })

  it('pins the version of every base image, for any platform', () => {
    const bases = all('FROM')
    expect(bases).toHaveLength(2)
    for (const base of bases) {
      expect(base.split(' ')[0]).toMatch(pinned)
      expect(base).not.toMatch(/latest|--platform|amd64|arm64/)
    }
  })

  it('runs as a numeric user without privileges, and checks its health', () => {
    const names = last.map(({ name }) => name)
    expect(last.find(({ name }) => name === 'USER')?.rest).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/)
    expect(names.indexOf('USER')).toBeLessThan(names.indexOf('ENTRYPOINT'))
    expect(names.slice(names.indexOf('USER'))).not.toContain('RUN')
    expect(all('HEALTHCHECK')[0]).toContain('CMD ["loquat", "health"]')
  })

  it('builds with the program that also builds the package, and takes nothing else from the build', () => {
    expect(all('RUN')[0]).toContain('npm ci')
    expect(all('RUN')[0]).toContain('npm run package -- --no-archive --out /out')
    expect(last.filter(({ name }) => name === 'COPY').map(({ rest }) => rest)).toEqual([
      '--from=build /out/loquat /opt/loquat',
    ])
    expect(all('RUN').join('\n')).not.toMatch(/\bsudo\b|\bcurl\b|\bwget\b|apt-get/)
    expect(all('ADD')).toEqual([])
    const ignored = read('.dockerignore').split('\n')
    for (const name of ['**/node_modules', '.git', 'data', 'dist']) expect(ignored).toContain(name)
  })
})

interface Service {
  image: string
  read_only?: boolean
  cap_drop?: string[]
  secrets?: string[]
  environment?: Record<string, string>
  volumes?: string[]
}

interface Compose {
  services: Record<string, Service>
  secrets: Record<string, unknown>
}

describe('The compose files', () => {
  const [team] = yaml.loadAll(read('deploy/docker/compose.yaml')) as [Compose]
  const [several] = yaml.loadAll(read('deploy/docker/compose.several.yaml')) as [Compose]

  it('pin every image, and the server to this version', () => {
    const images = [...Object.values(team.services), ...Object.values(several.services)].flatMap(
      ({ image }) => image ?? [],
    )
    for (const image of images) expect(image).toMatch(pinned)
    for (const image of images.filter((name) => name.startsWith('loquat')))
      expect(image).toBe(`loquat:${version}`)
  })

  it('run every server read-only without capabilities', () => {
    for (const server of [team.services.server, several.services['server-2']]) {
      expect(server).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
    }
  })

  it('use secrets and files that exist', () => {
    const declared = Object.keys({ ...team.secrets, ...several.secrets })
    for (const { secrets = [] } of [...Object.values(team.services), ...Object.values(several.services)])
      expect(declared).toEqual(expect.arrayContaining(secrets))
    const mounted = Object.values(team.services).flatMap(({ volumes = [] }) => volumes)
    for (const path of mounted
      .filter((volume) => volume.startsWith('.'))
      .map((volume) => volume.split(':')[0] ?? ''))
      expect(existsSync(join(root, 'deploy/docker', path)), path).toBe(true)
  })

  it('give servers settings that the configuration accepts', () => {
    for (const service of [team.services.server, several.services.server, several.services['server-2']]) {
      expect(settingsOf(service?.environment ?? {})).not.toEqual({})
    }
  })
})

/** Checks settings of a deployment: names that the server knows, and values that it accepts. Files are not there yet. */
function settingsOf(environment: Record<string, string>): object {
  const documented = read('README.md')
  for (const name of Object.keys(environment)) {
    const setting = /^LOQUAT_SECRET_KEY_FILE$|^LOQUAT_S3_/.test(name) ? name : name.replace(/_FILE$/, '')
    expect(documented, name).toContain(`\`${setting.replace(/_FILE$/, '')}`)
  }
  const values = Object.entries(environment)
    .filter(([name]) => !name.endsWith('_FILE') && !name.startsWith('LOQUAT_S3_'))
    .map(([name, value]) => [name, value.replace(/\$\{LOQUAT_DOMAIN.*?\}/, 'chat.example.com')])
    .map(([name, value = '']) => [name, value.replace(/\$\{LOQUAT_OWNER_EMAIL.*?\}/, 'you@example.com')])
  return configFrom(Object.fromEntries(values))
}

interface Resource {
  kind: string
  metadata: { name: string; namespace: string; labels: Record<string, string> }
  data: Record<string, string>
  spec: {
    selector: Record<string, unknown> & { matchLabels?: object }
    scaleTargetRef: { kind: string; name: string }
    template: {
      metadata: { labels: object }
      spec: { containers: Container[]; volumes: { name: string }[] }
    }
  }
}

interface Container {
  image: string
  ports: { name: string; containerPort: number }[]
  securityContext: object
  volumeMounts: { name: string; mountPath: string }[]
  [probe: string]: unknown
}

describe('The Kubernetes manifests', () => {
  const resources = yaml.loadAll(read('deploy/kubernetes/loquat.yaml')) as Resource[]
  const kind = (name: string) => resources.find((resource) => resource.kind === name) as Resource
  const [container] = kind('Deployment').spec.template.spec.containers as [Container]

  it('are one deployment and its resources, in one namespace', () => {
    expect(resources.map((resource) => resource.kind).sort()).toEqual(
      [
        'ConfigMap',
        'Deployment',
        'HorizontalPodAutoscaler',
        'Ingress',
        'PodDisruptionBudget',
        'Service',
      ].sort(),
    )
    const labels = { 'app.kubernetes.io/name': 'loquat' }
    for (const { metadata } of resources) expect(metadata).toMatchObject({ namespace: 'loquat', labels })
    expect(kind('Deployment').spec.selector.matchLabels).toEqual(labels)
    expect(kind('Deployment').spec.template.metadata.labels).toEqual(labels)
    expect(kind('Service').spec.selector).toEqual(labels)
    expect(kind('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels)
    expect(kind('HorizontalPodAutoscaler').spec.scaleTargetRef).toMatchObject({
      kind: 'Deployment',
      name: 'loquat',
    })
  })

  it('probe the health checks of the server, and give it no privileges', () => {
    expect(container.image).toBe(`loquat:${version}`)
    expect(container).toMatchObject({
      startupProbe: { httpGet: { path: '/health/ready', port: 'http' } },
      readinessProbe: { httpGet: { path: '/health/ready', port: 'http' } },
      livenessProbe: { httpGet: { path: '/health/live', port: 'http' } },
      securityContext: {
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      },
    })
    const { volumes } = kind('Deployment').spec.template.spec
    expect(container.volumeMounts.map(({ name }) => name).sort()).toEqual(
      volumes.map(({ name }) => name).sort(),
    )
  })

  it('have settings that the configuration accepts', () => {
    expect(settingsOf(kind('ConfigMap').data)).toMatchObject({ url: 'https://chat.example.com' })
  })
})

describe('The systemd unit', () => {
  it('has an example of /etc/loquat.env that the configuration accepts, also with its comments removed', () => {
    const lines = read('deploy/systemd/loquat.env').split('\n')
    const active = lines.flatMap((line) =>
      [...line.matchAll(/^([A-Z]\w*)=(.*)$/g)].map(([, name, value]) => [name, value]),
    )
    expect(configFrom(Object.fromEntries(active))).toMatchObject({
      port: 9991,
      url: 'https://chat.example.com',
    })
    const offered = lines.flatMap((line) => /^#([A-Z]\w*)=/.exec(line)?.[1] ?? [])
    const documented = read('README.md')
    for (const name of offered) expect(documented).toContain(name.replace(/_FILE$/, ''))
  })
})

describe('The installation docs', () => {
  it('say which versions run side by side', () => {
    const page = read('docs/self-hosting/upgrading.md')
    for (const [n, { version, worksWith }] of releases.entries()) {
      if (n === 0) continue
      expect(page).toContain(`| ${version} | ${worksWith === version ? 'no other' : worksWith} |`)
    }
  })

  it('quote the files in deploy exactly', () => {
    const pages = readdirSync(join(root, 'docs/self-hosting')).map((name) =>
      read(`docs/self-hosting/${name}`),
    )
    const quoted = pages.flatMap((page) => [
      ...page.matchAll(/<!-- (deploy\/\S+) -->\n```\w*\n([\s\S]*?)```/g),
    ])
    const paths = quoted.map(([, path]) => path)
    expect(paths).toEqual(
      expect.arrayContaining(
        readdirSync(join(root, 'deploy/proxies')).map((name) => `deploy/proxies/${name}`),
      ),
    )
    expect(paths).toContain('deploy/systemd/loquat.service')
    for (const [, path = '', text] of quoted) expect(text, path).toBe(read(path))
  })
})
