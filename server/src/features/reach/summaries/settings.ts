import { apiError, type SummaryServiceObject } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Realm } from '../../../realms/realm.ts'
import { monthOf } from './budget.ts'
import {
  deleteSummaryService,
  type SummaryService,
  type SummaryUsage,
  storeSummaryService,
  summaryServiceOf,
  usageOf,
} from './store.ts'

interface ServiceInput {
  base_url: string
  api_key?: string | undefined
  model: string
  max_tokens: number
  monthly_tokens: number
}

/** Sets the service. The key stays only with the same origin: it must not reach another one by a new address. */
export async function setSummaryService(app: App, realm: Realm, input: ServiceInput): Promise<void> {
  const baseUrl = checkedUrl(input.base_url, app.config.allowPrivateSummaries)
  const model = input.model.trim()
  if (model === '') throw apiError('summary-service-model-empty')
  const key = input.api_key?.trim()
  // It is sent in a header.
  if (key !== undefined && !/^[!-~]*$/.test(key)) throw apiError('summary-service-key-invalid')
  await realm.transactExclusively(async (tx) => {
    const before = await summaryServiceOf(tx.db, tx.sealer, realm.id)
    const kept =
      before !== undefined && originOf(before.baseUrl) === originOf(baseUrl) ? before.apiKey : undefined
    const service: SummaryService = {
      baseUrl,
      model,
      apiKey: key === undefined ? kept : key || undefined,
      maxTokens: input.max_tokens,
      monthlyTokens: input.monthly_tokens,
    }
    await storeSummaryService(tx, service)
    tx.audit({
      kind: 'summary.service_changed',
      ...(before === undefined ? {} : { before: auditedParts(before) }),
      after: { ...auditedParts(service), ...(key === undefined ? {} : { key_changed: true }) },
    })
  })
}

export async function removeSummaryService(realm: Realm): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const before = await summaryServiceOf(tx.db, tx.sealer, realm.id)
    if (before === undefined) throw apiError('summary-service-missing')
    await deleteSummaryService(tx)
    tx.audit({ kind: 'summary.service_changed', before: auditedParts(before) })
  })
}

export async function shownSummaryService(
  { database, sealer, clock }: App,
  realm: Realm,
): Promise<{ service: SummaryServiceObject | null; usage: SummaryUsage }> {
  const service = await summaryServiceOf(database.db, sealer, realm.id)
  const usage = await usageOf(database.db, realm.id, monthOf(clock.now()))
  if (service === undefined) return { service: null, usage }
  const { baseUrl, model, apiKey, maxTokens, monthlyTokens } = service
  const shown = {
    base_url: baseUrl,
    model,
    has_api_key: apiKey !== undefined,
    max_tokens: maxTokens,
    monthly_tokens: monthlyTokens,
  }
  return { service: shown, usage }
}

const originOf = (url: string) => new URL(url).origin

const auditedParts = ({ baseUrl, model, maxTokens, monthlyTokens }: SummaryService) => ({
  base_url: baseUrl,
  model,
  max_tokens: maxTokens,
  monthly_tokens: monthlyTokens,
})

/** Without TLS, the key and the messages could be read on the way, so only private networks may do without. */
function checkedUrl(text: string, allowPrivate: boolean): string {
  const url = URL.parse(text.trim())
  const isAllowed = url?.protocol === 'https:' || (allowPrivate && url?.protocol === 'http:')
  if (url === null || !isAllowed || url.username + url.password + url.search + url.hash !== '') {
    throw apiError('summary-service-url-invalid')
  }
  return url.href.replace(/\/+$/, '')
}
