import { type ImportReport, messageOf } from '@loquat/contract'
import type { ImportResult } from './import-archive.ts'

/** The report of an import, as the command and the API show it. */
export function presentResult(
  { subdomain, name, realmId, report, seconds }: ImportResult,
  url: string,
): ImportReport {
  return {
    organization: { subdomain, name, url, realm_id: realmId },
    imported: report.imported,
    skipped: report.skipped,
    without_email: report.withoutEmail,
    bots: report.bots,
    owners: report.owners,
    warnings: report.warnings.map(({ reason, params }) => ({
      message: messageOf(reason, params),
      reason,
      reason_params: { ...params },
    })),
    seconds: Math.round(seconds * 10) / 10,
    dry_run: realmId === null,
  }
}
