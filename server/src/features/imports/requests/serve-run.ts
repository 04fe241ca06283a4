import type { App } from '../../../app.ts'
import { urlOf } from '../../../realms/url.ts'
import { importArchive } from '../import-archive.ts'
import { ImportError } from '../import-error.ts'
import { presentResult } from '../present-result.ts'
import type { Progress } from '../progress.ts'
import { sourceKinds } from '../sources.ts'
import type { FromRun, RunOrder } from './run-messages.ts'

const updateIntervalMs = 500

/** Carries out an order, in the process for it. */
export async function carryOut(
  app: App,
  order: RunOrder,
  signal: AbortSignal,
  send: (message: FromRun) => void,
): Promise<FromRun> {
  const kind = sourceKinds.find(({ name }) => name === order.source)
  if (kind === undefined) throw new Error(`There is no source ${order.source}.`)
  const { options } = order
  try {
    const result = await importArchive(app, {
      kind,
      path: order.path,
      fileName: order.fileName,
      name: options.name,
      ownerEmail: order.ownerEmail,
      isDryRun: order.isDryRun,
      acceptsAnySubdomain: true,
      options: {
        ...options,
        subdomain: options.subdomain,
        team: options.team,
        emails: new Map(Object.entries(order.emails)),
      },
      progress: reportTo(send),
      signal,
    })
    return { kind: 'done', report: presentResult(result, urlOf(app.config.url, result.subdomain)) }
  } catch (error) {
    if (!(error instanceof ImportError)) app.logger.error({ err: error }, 'an import failed')
    return { kind: 'failed', problem: error instanceof ImportError ? error.problem : undefined }
  }
}

function reportTo(send: (message: FromRun) => void): Progress {
  let lastSent = 0
  return {
    stage: (name, total) => send({ kind: 'stage', name, total: total ?? null }),
    update: (done) => {
      if (performance.now() - lastSent < updateIntervalMs) return
      lastSent = performance.now()
      send({ kind: 'update', done })
    },
  }
}
